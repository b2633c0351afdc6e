import { type Description, describeRequest } from '@foyer/decode'
import { type FromDecoder, fromFailure, type ToDecoder, toFailure } from './decoderMessage.ts'

/** The part of the worker's global scope that the decoder uses. */
export type DecoderThread = {
  onmessage: ((event: MessageEvent<ToDecoder>) => void) | null
  postMessage(message: FromDecoder): void
}

/**
 * Maximum length of a shown message, in UTF-16 units after escaping: an invisible character is shown as eight. Drawing
 * more would block the screen.
 */
const maxLength = 128 * 1024

function checked(description: Description): FromDecoder {
  if ((description.text?.text.length ?? 0) <= maxLength) return { type: 'described', description }
  const details = 'The message is too long to be shown.'
  return { type: 'failed', failure: { code: 'params-invalid', details } }
}

/** Describes the one request that the page sends; asks the page for chain data. */
export function startDecoder(thread: DecoderThread): void {
  const pendingCalls: { resolve(value: unknown): void; reject(error: unknown): void }[] = []
  const rpc = (method: string, params: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      thread.postMessage({
        type: 'ask',
        id: pendingCalls.push({ resolve, reject }) - 1,
        method,
        params,
      })
    })
  thread.onmessage = ({ data }) => {
    if (data.type === 'answer') return pendingCalls[data.id]?.resolve(data.value)
    if (data.type === 'failure') return pendingCalls[data.id]?.reject(fromFailure(data.failure))
    const { input, now } = data
    describeRequest(input, { now: () => now, rpc }).then(
      (description) => thread.postMessage(checked(description)),
      (error: unknown) => thread.postMessage({ type: 'failed', failure: toFailure(error) }),
    )
  }
}
