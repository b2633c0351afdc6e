/** Thrown to answer a request with a JSON-RPC error. `message` must not contain a topic or a client id. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
