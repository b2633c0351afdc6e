import type { Description, describeRequest } from '@foyer/decode'
import { abortable, FoyerError } from '@foyer/protocol'
import { type FromDecoder, fromFailure, type ToDecoder, toFailure } from './decoderMessage.ts'

/** Describes a request, wherever that is done. */
export type DescribeRequest = typeof describeRequest

/** No request may be read for longer, ms: chains are waited for 5 s at a time. */
const limitMs = 20_000

/**
 * Describes requests in a separate thread: the frame stays responsive whatever a site sends, and an abandoned request
 * is terminated at once. Each request gets a new thread, so that no state carries over.
 * @param load - Loads what the decoder is made of, and makes threads of it.
 * @throws {@link FoyerError} what `describeRequest` throws; `request-aborted`; `request-timed-out`; `internal`
 */
export function openDecoder(load: () => Promise<() => Worker>): DescribeRequest {
  return async (input, { now, rpc, signal }) => {
    const createThread = await abortable(load(), signal)
    const thread = createThread()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const described = new Promise<Description>((resolve, reject) => {
        timer = setTimeout(() => reject(new FoyerError('request-timed-out')), limitMs)
        const post = (message: ToDecoder) => thread.postMessage(message)
        thread.onerror = ({ message }) => reject(new FoyerError('internal', { details: message }))
        thread.onmessage = ({ data }: MessageEvent<FromDecoder>) => {
          if (data.type === 'described') return resolve(data.description)
          if (data.type === 'failed') return reject(fromFailure(data.failure))
          const { id, method, params } = data
          rpc(method, params).then(
            (value) => post({ type: 'answer', id, value }),
            (error: unknown) => post({ type: 'failure', id, failure: toFailure(error) }),
          )
        }
        post({ type: 'describe', input, now: now() })
      })
      return await abortable(described, signal)
    } finally {
      clearTimeout(timer)
      thread.terminate()
    }
  }
}
