import type { Browser } from '../browser.ts'
import { randomBytes, toHex } from '../crypto/bytes.ts'
import type { Primitives } from '../crypto/primitives.ts'
import { signRelayToken } from '../crypto/relayToken.ts'
import { isAboutClock } from './relayProblem.ts'

/** Tokens are dated back: a clock that is a little fast still gives valid ones, s. */
const backDateS = 90
/** The same when a relay says that it is not enough, and nobody says what time it is, s. */
const farBackDateS = 43_200

/** Where the socket connects, with a token that the relay takes. */
export type Address = {
  make(): Promise<string>
  /**
   * Learns from what a relay said when it refused a token. Once in a row.
   *
   * @returns Whether another attempt may help.
   */
  correct(reason: string): Promise<boolean>
  /** A relay took the token. */
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
      if (isCorrected || !isAboutClock(reason)) return false
      isCorrected = true
      correctionS += await readError(browser, reason)
      return true
    },
    accepted() {
      isCorrected = false
    },
  }
}

/** By how much the dates of tokens must change, s. */
async function readError(
  { now, readServerTime }: Pick<Browser, 'now' | 'readServerTime'>,
  reason: string,
): Promise<number> {
  const [, ahead] = /(\d+) s in the future/.exec(reason) ?? []
  if (ahead) return -Number(ahead)
  const time = await readServerTime()
  if (time !== undefined) return Math.round((time - now()) / 1000)
  return /expired/i.test(reason) ? farBackDateS : -farBackDateS
}
