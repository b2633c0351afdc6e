import * as v from 'valibot'
import { isOwnPopup } from '../../popup/isOwnPopup.ts'

/** The window that leaves for a provider → each frame of its opener, with the login origin as `targetOrigin`. */
const find = v.strictObject({
  k: v.literal('foyer-social'),
  t: v.literal('find'),
  txnId: v.pipe(v.string(), v.uuid()),
  challenge: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})

/**
 * Waits for the window of a login, and attests the challenge that it shows: only a top-level `/oauth/start` of this origin that
 * the embedding page opened, and only once. Another window, of a login that somebody else began, finds nobody here.
 *
 * @param attest - Tells the server the challenge.
 * @returns A stop function.
 * @source security 2.10 step 3; T63
 */
export function attestWindow(
  txnId: string,
  attest: (challenge: string) => Promise<void>,
): () => void {
  const { origin } = window.location
  const stop = () => window.removeEventListener('message', listen)
  const listen = (event: MessageEvent) => {
    if (event.origin !== origin) return
    const message = v.safeParse(find, event.data)
    if (!message.success || message.output.txnId !== txnId) return
    const source = event.source as Window | null
    if (!source || !isOwnPopup(source, /^\/oauth\/start$/)) return
    stop()
    const { challenge } = message.output
    attest(challenge).then(
      () => source.postMessage({ k: 'foyer-social', t: 'bound', txnId, challenge }, origin),
      // The window reports that it found nobody, after its time limit.
      (error: unknown) => console.error(error),
    )
  }
  window.addEventListener('message', listen)
  return stop
}
