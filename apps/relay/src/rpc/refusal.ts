/** Thrown to answer a request with a JSON-RPC error. `message` never names a topic or a client. */
export class Refusal extends Error {
  readonly code: number
  /** Also closes the connection; the client may come back later. */
  readonly isFatal: boolean

  constructor(code: number, message: string, { isFatal = false } = {}) {
    super(message)
    this.code = code
    this.isFatal = isFatal
  }
}
