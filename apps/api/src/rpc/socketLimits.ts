/** What a socket of a client may cost this server. @source security.md 4.7 */
export const socketLimits = {
  /** Longest message of a client, bytes. */
  messageBytes: 262_144,
  /** How much may wait for a client that does not read, bytes. Past it the socket is closed. */
  waitingBytes: 8 * 1024 * 1024,
  /** Sockets of one client at a time, in one process. */
  socketsOfClient: 20,
  /** Subscriptions that one socket holds. */
  subscriptions: 100,
  /** Calls of one socket that the chain has not answered yet. */
  callsAtOnce: 100,
  /** How long the chain may take to answer one call, ms. */
  answerMs: 30_000,
  /** How often each side is asked whether it lives, ms. */
  pingMs: 25_000,
  /** How long an upstream may take to answer the handshake, ms. */
  connectMs: 10_000,
} as const
