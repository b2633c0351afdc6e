import { FoyerError } from '@foyer/protocol'
import {
  createFrameNonce,
  type frameConnect,
  frameHello,
  frameReady,
  frameVersion,
} from '@foyer/protocol/frame'
import * as v from 'valibot'

/**
 * The page's half of the handshake: answers the first hello of its own frame with one port, and waits for READY on it.
 * Listens to nothing else on the window.
 *
 * @param parameters.signal - Aborts the wait.
 * @throws FoyerError `frame-load-failed`
 * @source security 3.2
 */
export function shakeHands({
  iframe,
  loginOrigin,
  signal,
}: {
  iframe: HTMLIFrameElement
  loginOrigin: string
  signal: AbortSignal
}): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const stopListening = () => window.removeEventListener('message', onMessage)
    const onMessage = ({ data, isTrusted, origin, source }: MessageEvent<unknown>) => {
      const frame = iframe.contentWindow
      if (!isTrusted || !frame || source !== frame || origin !== loginOrigin) return
      const { output, success } = v.safeParse(frameHello, data)
      if (!success) return
      stopListening()
      const { port1: port, port2 } = new MessageChannel()
      const hn = createFrameNonce()
      port.onmessage = ({ data: said }: MessageEvent<unknown>) => {
        const ready = v.safeParse(frameReady, said)
        port.onmessage = null
        if (ready.success && ready.output.hn === hn) return resolve(port)
        port.close()
        reject(new FoyerError('frame-load-failed'))
      }
      const connect: v.InferInput<typeof frameConnect> = {
        k: 'foyer',
        t: 'connect',
        v: frameVersion,
        fn: output.fn,
        hn,
        origin: window.location.origin,
      }
      frame.postMessage(connect, loginOrigin, [port2])
    }
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', () => {
      stopListening()
      reject(new FoyerError('frame-load-failed', { cause: signal.reason }))
    })
  })
}
