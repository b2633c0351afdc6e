import type { RawId } from './parseFrame.ts'

/** Makes the frame of a JSON-RPC result, with the id exactly as received. */
export function resultFrame(id: RawId, result: unknown): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** Makes the frame of a JSON-RPC error. `message` must not contain a topic or a client id. */
export function errorFrame(id: RawId, code: number, message: string): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`
}
