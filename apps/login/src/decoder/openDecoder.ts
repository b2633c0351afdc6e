import type { Description, describeRequest } from '@foyer/decode'
import { abortable, FoyerError } from '@foyer/protocol'
import { type FromDecoder, fromFailure, type ToDecoder, toFailure } from './decoderMessage.ts'

/** Describes a request, in this thread or another. */
export type DescribeRequest = typeof describeRequest

/** Time limit of describing one request, in ms; a single call to a chain may take 5 s. */
const limitMs = 20_000

/**
 * Makes a function that describes each request in a thread of its own: hostile input can not block the frame, an aborted
 * request is terminated at once, and no state is shared between requests.
 * @param load - Loads the decoder's script. Resolves to a function that starts a thread of it.
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
