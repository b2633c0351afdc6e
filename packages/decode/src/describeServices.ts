/** What {@link describeRequest} asks of whoever calls it. */
export type DescribeServices = {
  /** Makes a JSON-RPC call to the request's network and gives its `result`; rejects when there is no answer. */
  rpc: (method: string, params: unknown) => Promise<unknown>
  /** Milliseconds since 1970: sign-ins and deadlines are judged by it. */
  now: () => number
  /** Ends the work with `request-aborted`. */
  signal?: AbortSignal
}
