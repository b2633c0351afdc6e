import { isSame, keyedHash, networkOf } from '@foyer/server'
import type { Services } from './services.ts'

type Keyed = Pick<Services, 'hmacKey'>
/** The current key, and the second accepted one during a rotation. */
type Keys = Pick<Services, 'hmacKeys'>

/** Keyed HMAC of an address, so that addresses can not be guessed without the key. */
export const emailHmac = ({ hmacKey }: Keyed, email: string) => keyedHash(hmacKey, 'email', email)

/** The HMACs of an address under each accepted key. */
export const emailHmacs = ({ hmacKeys }: Keys, email: string) =>
  hmacKeys.map((hmacKey) => emailHmac({ hmacKey }, email))

/** Names a key in a row without revealing it. */
export const hmacKeyId = (hmacKey: string) => keyedHash(hmacKey, 'id', '').slice(0, 8)

/** Keyed HMAC of a network. */
export const networkHmac = ({ hmacKey }: Keyed, network: string) =>
  keyedHash(hmacKey, 'network', network)

/** Keyed HMAC of what limits count as one address: a /64 of IPv6, which one client has to itself. */
export const addressHmac = (keyed: Keyed, ip: string) => networkHmac(keyed, networkOf(ip))

/** Keyed HMAC of a user, by which the sponsor counts. */
export const userHmac = ({ hmacKey }: Keyed, userId: string) =>
  keyedHash(hmacKey, 'sponsor', userId)

type Code = { txnId: string; purpose: string; code: string }

/** Keyed HMAC of a code: without the key, six digits can not be guessed from the database. */
export const codeHmac = ({ hmacKey }: Keyed, { code, purpose, txnId }: Code) =>
  keyedHash(hmacKey, 'otp', `${txnId}\u001f${purpose}\u001f${code}`)

/** Tells whether this is the HMAC of a code, under any accepted key. */
export const isCodeHmac = ({ hmacKeys }: Keys, hmac: string, code: Code): boolean =>
  hmacKeys.some((hmacKey) => isSame(hmac, codeHmac({ hmacKey }, code)))
