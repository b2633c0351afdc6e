/** Thrown to answer a request with a JSON-RPC error. `message` must not contain a topic or a client id. */
export class Refusal extends Error {
  readonly code: number
  /** Closes the connection as well; the client may reconnect later. */
  readonly isFatal: boolean

  constructor(code: number, message: string, { isFatal = false } = {}) {
    super(message)
    this.code = code
    this.isFatal = isFatal
  }
}
