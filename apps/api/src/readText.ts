import { ApiError } from './apiError.ts'

/**
 * A request's body as text, given up as soon as it is too long.
 *
 * @throws {@link ApiError} 413, or 400 when it is no UTF-8
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLong = () =>
    new ApiError(413, 'limit-exceeded', `The body is longer than ${maxBytes} bytes`)
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLong()
  if (request.body === null) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLong()
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError(400, 'parse-failed', 'The body could not be read as UTF-8', { cause: error })
  }
}
