/** An answer was longer than {@link readAnswer} was told to read. */
export class TooLong extends Error {}

/**
 * The text of another server's answer, given up as soon as it is too long.
 *
 * @throws {@link TooLong}
 */
export async function readAnswer(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLong(`The answer is longer than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
