import { isSame, keyedHash } from '@foyer/server'
import { rememberUsed } from '@foyer/server/database'
import { randomText } from '../contacts/contact.ts'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'

type Owner = { jkt: string; provider: string }

/** As long as a social login may take, in ms. */
const challengeLifeMs = 600_000

const sign = (hmacKey: string, { jkt, provider }: Owner, random: string, until: string) =>
  keyedHash(hmacKey, 'login', [provider, jkt, random, until].join('\u001f'))

/** Makes a challenge for one device and provider. Stateless: nothing is stored until it is used. */
export function newLoginChallenge({ hmacKey, now }: Services, owner: Owner): string {
  const [random, until] = [randomText(16), String(now() + challengeLifeMs)]
  const parts = [random, until, sign(hmacKey, owner, random, until)]
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Checks that a challenge is ours, for this device and provider, not expired, and used for the first time. */
export async function consumeLoginChallenge(
  { hmacKey, now, queries }: Services,
  challenge: string,
  owner: Owner,
): Promise<boolean> {
  const [random = '', until = '', mac = ''] = Buffer.from(challenge, 'base64url')
    .toString()
    .split('.')
  if (!isSame(mac, sign(hmacKey, owner, random, until)) || Number(until) <= now()) return false
  return rememberUsed(queries, used, { key: `login:${random}`, until: Number(until) })
}
