import { isSame, keyedHash } from '@foyer/server'
import { rememberUsed } from '@foyer/server/database'
import { randomText } from '../contacts/contact.ts'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'

type Owner = { purpose: 'create' | 'get'; jkt: string; userId: string }

/** Time that the user may take, in ms. */
export const ceremonyMs = 300_000

const sign = (hmacKey: string, { jkt, purpose, userId }: Owner, random: string, until: string) =>
  keyedHash(hmacKey, 'passkey', [purpose, jkt, userId, random, until].join('\u001f'))

/** Makes a challenge (base64url) for one device, user and purpose. Stateless: nothing is stored until it is used. */
export function newPasskeyChallenge({ hmacKey, now }: Services, owner: Owner): string {
  const [random, until] = [randomText(16), String(now() + ceremonyMs)]
  const parts = [random, until, sign(hmacKey, owner, random, until)]
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Checks that a challenge is ours, for this device and use, not expired, and used for the first time. */
export async function consumePasskeyChallenge(
  { hmacKey, now, queries }: Services,
  challenge: string,
  owner: Owner,
): Promise<boolean> {
  const [random = '', until = '', mac = ''] = Buffer.from(challenge, 'base64url')
    .toString()
    .split('.')
  if (!isSame(mac, sign(hmacKey, owner, random, until)) || Number(until) <= now()) return false
  return rememberUsed(queries, used, { key: `passkey:${random}`, until: Number(until) })
}
