/** A body was longer than {@link readBytes} was told to read. */
export class TooLong extends Error {}

/**
 * The bytes of a request or an answer, given up as soon as they are too many.
 *
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

/** The text of another server's answer. @throws {@link TooLong} */
export const readAnswer = async (response: Response, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, maxBytes))
