import {
  createFrameNonce,
  frameConnect,
  type frameHello,
  frameVersion,
} from '@foyer/protocol/frame'
import * as v from 'valibot'

/**
 * The frame's half of the handshake: posts a hello message to the declared origin only, and accepts the port of one
 * `connect` message from there.
 *
 * @param parameters.isAllowed - True if the page may connect at all.
 * @returns Stops waiting.
 * @source security 3.2
 */
export function acceptPort({
  isAllowed,
  onPort,
  origin,
}: {
  /** The origin that the page claims. If the claim is false, the browser delivers no message. */
  origin: string
  isAllowed: (origin: string) => boolean
  onPort: (taken: { port: MessagePort; hn: string }) => void
}): () => void {
  const fn = createFrameNonce()
  let isTaken = false
  const stop = () => window.removeEventListener('message', onMessage)
  const onMessage = (event: MessageEvent<unknown>) => {
    if (isTaken || event.source !== window.parent || event.origin !== origin) return
    const [port, ...others] = event.ports
    const { output, success } = v.safeParse(frameConnect, event.data)
    if (!success || !port || others.length > 0) return
    if (output.fn !== fn || output.origin !== origin || !isAllowed(event.origin)) return
    // Set before any await, so that the second of two simultaneous connects is refused.
    isTaken = true
    stop()
    onPort({ port, hn: output.hn })
  }
  window.addEventListener('message', onMessage)
  const hello: v.InferInput<typeof frameHello> = { k: 'foyer', t: 'hello', v: frameVersion, fn }
  window.parent.postMessage(hello, origin)
  return stop
}
