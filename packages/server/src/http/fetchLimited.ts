import { readBytes } from './readBytes.ts'

/**
 * Calls another server that is not trusted with this one's memory.
 *
 * @param options.maxBytes - a longer answer is not read
 * @throws TooLong, and what `fetch` throws
 */
export async function fetchLimited(
  url: string | URL,
  { maxBytes, ...init }: RequestInit & { maxBytes: number },
): Promise<Response> {
  const response = await fetch(url, init)
  const bytes = await readBytes(response, maxBytes)
  const { headers, status } = response
  return new Response(bytes.byteLength === 0 ? null : bytes, { headers, status })
}
