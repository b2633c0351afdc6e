/** Thrown when a transaction was sent and its outcome is unknown: the network may still confirm it. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError'
}
