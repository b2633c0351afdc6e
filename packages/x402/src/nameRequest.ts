/** Names a request by method, address and content: equal names ask for the same thing. Reads a copy of the body. */
export async function nameRequest(request: Request): Promise<string> {
  const { method, url } = request
  if (method === 'GET' || method === 'HEAD' || request.bodyUsed) return `${method} ${url}`
  const digest = await crypto.subtle.digest('SHA-256', await request.clone().arrayBuffer())
  const bytes = new Uint8Array(digest)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${method} ${url} ${hex}`
}
