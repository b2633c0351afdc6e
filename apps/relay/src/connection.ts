/** One topic that a connection subscribes to. */
export type Subscription = {
  readonly id: string
  readonly topic: string
  /** Messages that were pushed and not acknowledged yet, by hash. */
  inFlight: Map<string, Push> | undefined
  /** Hashes acknowledged recently, since another process may still announce them. */
  recent: string[] | undefined
}

type Push = {
  readonly id: number
  readonly sentAt: number
  /** Number of the subscribe call that pushed it last. */
  turn: number
}

/**
 * The relay's state of one socket. Most sockets are idle: fields that an idle one does not need are undefined, to save
 * memory.
 */
export type Connection = {
  readonly clientId: string
  /** Rate limit key of the client, for publishing. */
  readonly budget: string
  /** Rate limit key shared by all clients of its network address. */
  readonly addressBudget: string
  readonly subscriptions: Map<string, Subscription>
  /** Pushes that the client has not answered. */
  pushes: Map<string, { readonly subscription: Subscription; readonly hash: string }> | undefined
  lastPushId: number
  turn: number
  /** True while the socket's send buffer is full; messages stay in their mailboxes. */
  isPaused: boolean
  /** True when its mailboxes contain messages that were not pushed. */
  isBehind: boolean
  isClosed: boolean
  /** Requests left, refilled with time. */
  allowance: number
  allowanceAt: number
  /** Requests that are not answered yet. */
  underWay: number
  /** Settles when the next read of mailboxes that the client asked for may begin. */
  reading: Promise<void> | undefined
}

export function createConnection(
  clientId: string,
  {
    burst,
    now,
    ...counted
  }: Pick<Connection, 'addressBudget' | 'budget'> & { burst: number; now: number },
): Connection {
  return {
    clientId,
    ...counted,
    subscriptions: new Map(),
    pushes: undefined,
    lastPushId: 0,
    turn: 0,
    isPaused: false,
    isBehind: false,
    isClosed: false,
    allowance: burst,
    allowanceAt: now,
    underWay: 0,
    reading: undefined,
  }
}
