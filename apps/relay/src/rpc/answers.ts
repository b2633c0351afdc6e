import type { RawId } from './parseFrame.ts'

/** A JSON-RPC answer that echoes the id exactly. */
export function resultFrame(id: RawId, result: unknown): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** A JSON-RPC error. `message` never names a topic or a client. */
export function errorFrame(id: RawId, code: number, message: string): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`
}
