import { FoyerError } from '@foyer/protocol'
import { type FrameCaps, frameVersion } from '@foyer/protocol/frame'
import { acceptPort } from './acceptPort.ts'
import { answerRequests } from './answerRequests.ts'
import type { FrameContext, FrameHandlers, PushFrame } from './frameHandlers.ts'
import { isAllowedOrigin } from './isAllowedOrigin.ts'

export type { FrameContext, FrameHandlers }

/** A frame that waits for its page, or is connected. */
export type ServedFrame = {
  /** The origin that the page claims; messages are sent to no other. */
  readonly origin: string
  /** Resolves when the page has connected. */
  readonly connected: Promise<void>
  /** Sends to the page; does nothing before it has connected. */
  readonly push: PushFrame
  /** Closes the port: pending requests get no answer. */
  readonly stop: () => void
}

/**
 * Runs the frame's side of the channel: performs the handshake with the embedding page, and answers its requests. The
 * page's origin is in the fragment of this document's URL (`#origin=…`). It and the origins of all ancestor frames must
 * be in `allowedOrigins`.
 *
 * @throws FoyerError `frame-parent-not-set` (not embedded), `unauthorized` (by an origin that is not allowed)
 * @source security 3.1-3.4
 * @example
 * ```ts
 * serveFrame(handlers, { allowedOrigins: boot.origins, caps: { io2: true, storage: true, passkey: true } })
 * ```
 */
export function serveFrame(
  handlers: FrameHandlers,
  { allowedOrigins, caps, log = () => {}, now = () => performance.now() }: serveFrame.Options,
): ServedFrame {
  if (window.parent === window) throw new FoyerError('frame-parent-not-set')
  const origin = new URLSearchParams(window.location.hash.slice(1)).get('origin') ?? ''
  const ancestors = [...(window.location.ancestorOrigins ?? [])]
  const isAllowed = (one: string) => isAllowedOrigin(one, allowedOrigins)
  if (![origin, ...ancestors].every(isAllowed) || (ancestors[0] ?? origin) !== origin)
    throw new FoyerError('unauthorized', { details: 'Unauthorized: origin not allowed' })

  let answering: ReturnType<typeof answerRequests> | undefined
  let stopListening = () => {}
  const connected = new Promise<void>((resolve) => {
    stopListening = acceptPort({
      isAllowed,
      origin,
      onPort({ hn, port }) {
        answering = answerRequests({ handlers, log, now, origin, port })
        port.postMessage({ t: 'READY', version: frameVersion, hn, caps })
        resolve()
      },
    })
  })
  return {
    origin,
    connected,
    push: (type, payload) => answering?.push(type, payload),
    stop() {
      stopListening()
      answering?.stop()
    },
  }
}

export declare namespace serveFrame {
  type Options = {
    /** Allowed origins of the project: exact, a single label below `https://*.…`, or `http://localhost:*`. */
    allowedOrigins: readonly string[]
    /** Capabilities of this browser, sent to the page. */
    caps: FrameCaps
    /** Receives errors. @default no logging */
    log?: ((message: string, cause?: unknown) => void) | undefined
    /** Clock of the rate limits: ms, monotonic. @default performance.now */
    now?: (() => number) | undefined
  }
}
