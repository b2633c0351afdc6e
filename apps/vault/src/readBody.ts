import { VaultError } from './vaultError.ts'

const maxBytes = 65_536

/** A request's body, given up as soon as it is too long. @throws {@link VaultError} 413 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = () =>
    new VaultError(413, 'limit-exceeded', `The body is longer than ${maxBytes} bytes`)
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLong()
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body)
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLong()
      chunks.push(chunk)
    }
  return Uint8Array.from(Buffer.concat(chunks))
}
