import type { FarcasterUser } from './farcasterUsers.ts'
import type { SiwfWrong } from './siwfWrongs.ts'

/** The text that a site wants to have signed, as the relay tells it. */
export type SiwfParams = {
  readonly domain: string
  readonly siweUri: string
  readonly nonce: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
}

/** A signed text, as an app sends it to the relay. */
export type SignedSiwf = {
  readonly message: string
  readonly signature: `0x${string}`
  readonly fid: number
  readonly username: string
  readonly displayName: string
  readonly authMethod: 'custody' | 'authAddress'
}

const minuteMs = 60_000

/** Signs in with Farcaster; in the way that is wrong, if one is given. @source FIP-11 */
export async function signSiwf({
  nowMs,
  params: { domain, expirationTime, nonce, notBefore, requestId, siweUri },
  user: { auth, custody, fid, name },
  wrong = 'none',
}: {
  user: FarcasterUser
  params: SiwfParams
  nowMs: number
  wrong?: SiwfWrong | undefined
}): Promise<SignedSiwf> {
  const is = (...some: SiwfWrong[]) => some.includes(wrong)
  const signer = is('auth-address') ? auth : custody
  const shiftMs = is('old') ? -11 * minuteMs : is('from-the-future') ? 11 * minuteMs : 0
  const issuedAt = new Date(nowMs + shiftMs).toISOString()
  const expires = is('expired')
    ? new Date(nowMs - minuteMs).toISOString()
    : is('long-lived')
      ? new Date(nowMs + 60 * minuteMs).toISOString()
      : expirationTime
  const claimed = is('other-fid') ? fid + 1 : fid
  const resources = is('no-fid')
    ? []
    : [`farcaster://fid/${claimed}`, ...(is('two-fids') ? [`farcaster://fid/${fid + 1}`] : [])]
  const address = is('other-signer') ? auth.address : signer.address
  const lines = [
    `${is('other-domain') ? 'evil.example' : domain} wants you to sign in with your Ethereum account:`,
    is('wrong-checksum') ? `0x${address.slice(2).toUpperCase()}` : address,
    '',
    is('other-statement') ? 'Send all my tokens' : 'Farcaster Auth',
    '',
    `URI: ${is('other-uri') ? 'https://evil.example/' : siweUri}`,
    'Version: 1',
    `Chain ID: ${is('other-chain') ? 1 : 10}`,
    `Nonce: ${is('other-nonce') ? `${nonce.slice(0, -1)}${nonce.endsWith('0') ? 1 : 0}` : nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expires === undefined ? [] : [`Expiration Time: ${expires}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((one) => `- ${one}`)]),
  ]
  const message = `${lines.join('\n')}${is('extra-line') ? '\n' : ''}`
  const signature = await signer.signMessage({
    message: is('other-text') ? `${message} ` : message,
  })
  return {
    message,
    signature,
    fid,
    username: is('invented-name') ? 'vitalik.eth' : name,
    displayName: name,
    authMethod: is('auth-address') ? 'authAddress' : 'custody',
  }
}
