import * as v from 'valibot'
import { type findFrame, frameFound } from './popupMessages.ts'

/** Retry interval and time limit, in ms: the page may still be creating its frame. */
const times = { retryMs: 150, limitMs: 10_000 }
/** Maximum of frames of the page that are contacted. */
const maxFrames = 64

/** The login site's frame in the page that opened this window. */
export type FoundFrame = {
  readonly port: MessagePort
  /** True while the frame shows the document that answered. Not asked over the port: browsers can delay messages by seconds while the user clicks. */
  exists(): boolean
}

/**
 * Finds the login site's frame in the page that opened this window, by posting a challenge to each frame with the login
 * origin as `targetOrigin`: only a document of that origin receives it and can answer.
 * @returns Undefined when none answers in 10 s.
 * @source security 2.10, 3.5 "Popup"
 */
export function findFrameOf(
  opener: Window,
  { rid, signal }: { rid: string; signal: AbortSignal },
): Promise<FoundFrame | undefined> {
  const { origin } = window.location
  const challenge = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const request: v.InferOutput<typeof findFrame> = { k: 'foyer-popup', t: 'find', rid, challenge }
  return new Promise((resolve) => {
    const end = (found?: FoundFrame) => {
      window.removeEventListener('message', listen)
      clearInterval(timer)
      clearTimeout(limit)
      resolve(found)
    }
    const listen = (event: MessageEvent) => {
      const { origin: from, source } = event
      if (from !== origin || !source) return
      const answer = v.safeParse(frameFound, event.data)
      const [port, ...others] = event.ports
      if (!answer.success || !port || others.length > 0) return
      if (answer.output.challenge === challenge && answer.output.rid === rid)
        end({ port, exists: watchDocument(source as Window) })
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

function watchDocument(frame: Window): () => boolean {
  const { document } = frame
  return () => {
    try {
      return !frame.closed && frame.document === document
    } catch {
      // Throws when the frame has navigated to another origin.
      return false
    }
  }
}
