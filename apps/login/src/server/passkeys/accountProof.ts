import { verify } from 'node:crypto'
import { accountProofMessage, decodeBase64Url } from '@foyer/protocol/custody'
import { HttpError, isSame, keyedHash } from '@foyer/server'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'

/** Time that the user may take, in ms. */
const challengeLifeMs = 300_000

const sign = (hmacKey: string, jkt: string, random: string, until: string) =>
  keyedHash(hmacKey, 'account', [jkt, random, until].join('\u001f'))

/** Makes a challenge for one device. Stateless: nothing is stored until it is used. */
export function newAccountChallenge(
  { hmacKey, now }: Pick<Services, 'hmacKey' | 'now'>,
  jkt: string,
): string {
  const [random, until] = [randomText(16), String(now() + challengeLifeMs)]
  const parts = [random, until, sign(hmacKey, jkt, random, until)]
  return Buffer.from(parts.join('.')).toString('base64url')
}

/**
 * Requires the proof of a wallet for this device, with a challenge of ours that is used for the first time.
 *
 * @throws HttpError 403 `unauthorized`
 */
export async function requireAccountProof(
  { hmacKeys, log, now, remember }: Pick<Services, 'hmacKeys' | 'log' | 'now' | 'remember'>,
  {
    account,
    challenge,
    jkt,
    signature,
  }: { account: string; challenge: string; signature: string; jkt: string },
): Promise<void> {
  const refuse = (reason: string): never => {
    log.info({ reason }, 'the proof of a wallet is refused')
    throw new HttpError(403, 'unauthorized', 'This is no proof of the wallet')
  }
  const [random = '', until = '', mac = ''] = Buffer.from(challenge, 'base64url')
    .toString()
    .split('.')
  if (!hmacKeys.some((hmacKey) => isSame(mac, sign(hmacKey, jkt, random, until))))
    return refuse('challenge')
  if (Number(until) <= now()) return refuse('expired')
  const isRight = verify(
    null,
    accountProofMessage({ challenge, jkt }),
    { key: { kty: 'OKP', crv: 'Ed25519', x: account }, format: 'jwk' },
    decodeBase64Url(signature),
  )
  if (!isRight) return refuse('signature')
  if (!(await remember(`account:${random}`, Number(until)))) return refuse('used')
}
