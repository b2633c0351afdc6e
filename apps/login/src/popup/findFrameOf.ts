import * as v from 'valibot'
import { type findFrame, frameFound } from './popupMessages.ts'

/** Retry interval and time limit, in ms: the page may still be creating its frame. */
const times = { retryMs: 150, limitMs: 10_000 }
/** Maximum of frames of the page that are contacted. */
const maxFrames = 64

/**
 * Finds the login site's frame in the page that opened this window, by posting a challenge to each frame with the login
 * origin as `targetOrigin`: only a document of that origin receives it and can answer.
 * @returns The port to the frame; undefined when none answers in 10 s.
 * @source security 2.10, 3.5 "Popup"
 */
export function findFrameOf(
  opener: Window,
  { rid, signal }: { rid: string; signal: AbortSignal },
): Promise<MessagePort | undefined> {
  const { origin } = window.location
  const challenge = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const request: v.InferOutput<typeof findFrame> = { k: 'foyer-popup', t: 'find', rid, challenge }
  return new Promise((resolve) => {
    const end = (port?: MessagePort) => {
      window.removeEventListener('message', listen)
      clearInterval(timer)
      clearTimeout(limit)
      resolve(port)
    }
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin) return
      const answer = v.safeParse(frameFound, event.data)
      const [port, ...others] = event.ports
      if (!answer.success || !port || others.length > 0) return
      if (answer.output.challenge === challenge && answer.output.rid === rid) end(port)
    }
    const ask = () => {
      if (opener.closed) return end()
      const count = Math.min(opener.length, maxFrames)
      // `targetOrigin`: the browser delivers it to frames of this origin only.
      for (let index = 0; index < count; index++) opener[index]?.postMessage(request, origin)
    }
    window.addEventListener('message', listen)
    signal.addEventListener('abort', () => end())
    const timer = setInterval(ask, times.retryMs)
    const limit = setTimeout(() => end(), times.limitMs)
    ask()
  })
}
