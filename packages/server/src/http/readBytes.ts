/** Thrown by {@link readBytes} for a body above the limit. */
export class TooLong extends Error {}

/**
 * Reads the body of a request or a response, and stops as soon as it exceeds `maxBytes`.
 * @throws {@link TooLong}
 */
export async function readBytes(
  { body }: Pick<Request, 'body'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLong(`The body is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

/** Reads another server's response as text. @throws {@link TooLong} */
export const readAnswer = async (response: Response, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, maxBytes))
