import type { Browser } from '../browser.ts'
import { randomBytes, toHex } from '../crypto/bytes.ts'
import type { Primitives } from '../crypto/primitives.ts'
import { signRelayToken } from '../crypto/relayToken.ts'
import { isAboutClock } from './relayProblem.ts'

/** Offset of token dates, s, so that a slightly fast clock still gives valid ones. */
const backDateS = 90
/** The offset when a relay rejects the smaller one and no server time is available, s. */
const farBackDateS = 43_200

/** Creates the socket's address with a valid token. */
export type Address = {
  make(): Promise<string>
  /**
   * Corrects the clock from a relay's rejection of a token. Once in a row.
   *
   * @returns True if another attempt may help.
   */
  correct(reason: string): Promise<boolean>
  /** The relay accepted a token. */
  accepted(): void
}

export function createAddress({
  browser,
  primitives,
  projectId,
  relayUrl,
  seed,
}: {
  browser: Pick<Browser, 'now' | 'readServerTime'>
  primitives: Primitives
  projectId: string
  relayUrl: string
  seed: string
}): Address {
  const subject = toHex(randomBytes(32))
  let correctionS = -backDateS
  let isCorrected = false
  return {
    async make() {
      const issuedAtS = Math.floor(browser.now() / 1000) + correctionS
      const url = new URL(relayUrl)
      const audience = relayUrl
      const auth = await signRelayToken(primitives, { audience, issuedAtS, seed, subject })
      const query = { auth, projectId, ua: 'wc-2/foyer-0.1.0/browser', useOnCloseEvent: 'true' }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    async correct(reason) {
      if (!isAboutClock(reason)) return false
      // A correction that did not help is dropped, so that a clock that is set right afterwards works.
      isCorrected = !isCorrected
      correctionS = isCorrected ? await readCorrection(browser, reason, correctionS) : -backDateS
      return isCorrected
    },
    accepted() {
      isCorrected = false
    },
  }
}

/** Reads the needed offset of token dates, s, from the rejection of a token with the offset `correctionS`. */
async function readCorrection(
  { now, readServerTime }: Pick<Browser, 'now' | 'readServerTime'>,
  reason: string,
  correctionS: number,
): Promise<number> {
  const [, ahead] = /(\d+) s in the future/.exec(reason) ?? []
  if (ahead) return correctionS - Number(ahead)
  const time = await readServerTime()
  if (time !== undefined) return Math.round((time - now()) / 1000) - backDateS
  return correctionS + (/expired/i.test(reason) ? farBackDateS : -farBackDateS)
}
