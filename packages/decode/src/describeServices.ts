/** The services that the caller of {@link describeRequest} provides. */
export type DescribeServices = {
  /** Makes a JSON-RPC call to the request's network and returns its `result`; rejects when there is no answer. */
  rpc: (method: string, params: unknown) => Promise<unknown>
  /** The current time in ms since 1970, for sign-ins and deadlines. */
  now: () => number
  /** Aborts the description, which then rejects with `request-aborted`. */
  signal?: AbortSignal
}
