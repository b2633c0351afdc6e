/** A request that is answered with an error of JSON-RPC. `message` never names a topic or a client. */
export class Refusal extends Error {
  readonly code: number
  /** Whether the client is let go as well, to come back later. */
  readonly isFatal: boolean

  constructor(code: number, message: string, { isFatal = false } = {}) {
    super(message)
    this.code = code
    this.isFatal = isFatal
  }
}
