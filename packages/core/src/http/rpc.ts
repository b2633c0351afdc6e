/** JSON-RPC to one network, with the retries and the timeout of spec 9.7. */
export type Rpc = (call: { method: string; params?: unknown }) => Promise<unknown>
