import { isSame, keyedHash } from '@foyer/server'
import type { Services } from '../services.ts'

type Owner = { jkt: string; emailHmac: string }
const lifeMs = 120_000
const macOf = (hmacKey: string, { emailHmac, jkt }: Owner, until: string) =>
  keyedHash(hmacKey, 'mail-pass', [jkt, emailHmac, until].join('\u001f'))

/** A pass for a mail that this server has counted already, while the vault still asks the device for work. */
export function newMailPass({ hmacKey, now }: Pick<Services, 'hmacKey' | 'now'>, owner: Owner) {
  const until = String(now() + lifeMs)
  return Buffer.from(`${until}.${macOf(hmacKey, owner, until)}`).toString('base64url')
}

/** Accepts a pass once, within two minutes, of this device for this address. */
export async function takeMailPass(
  { hmacKey, now, remember }: Pick<Services, 'hmacKey' | 'now' | 'remember'>,
  owner: Owner,
  pass: string,
): Promise<boolean> {
  const [until = '', mac = ''] = Buffer.from(pass, 'base64url').toString().split('.')
  if (!isSame(mac, macOf(hmacKey, owner, until)) || Number(until) <= now()) return false
  return remember(`mail-pass:${mac}`, Number(until))
}
