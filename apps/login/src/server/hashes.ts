import { isSame, keyedHash } from '@foyer/server'
import type { Services } from './services.ts'

type Keyed = Pick<Services, 'hmacKey'>
/** The key of today, and the other one that is good while keys are changed. */
type Keys = Pick<Services, 'hmacKeys'>

/** What stands for an address in the database: without the key nobody tries addresses. */
export const emailHmac = ({ hmacKey }: Keyed, email: string) => keyedHash(hmacKey, 'email', email)

/** What may stand for it, under each key that is good. */
export const emailHmacs = ({ hmacKeys }: Keys, email: string) =>
  hmacKeys.map((hmacKey) => emailHmac({ hmacKey }, email))

/** Names a key beside what was made with it, and tells nothing of it. */
export const hmacKeyId = (hmacKey: string) => keyedHash(hmacKey, 'id', '').slice(0, 8)

/** What stands for a network in the database. */
export const networkHmac = ({ hmacKey }: Keyed, network: string) =>
  keyedHash(hmacKey, 'network', network)

type Code = { txnId: string; purpose: string; code: string }

/** What stands for a code: six digits are tried in no time by who has the database and not the key. */
export const codeHmac = ({ hmacKey }: Keyed, { code, purpose, txnId }: Code) =>
  keyedHash(hmacKey, 'otp', `${txnId}\u001f${purpose}\u001f${code}`)

/** Whether that is what stands for this code, under a key that is good. */
export const isCodeHmac = ({ hmacKeys }: Keys, hmac: string, code: Code): boolean =>
  hmacKeys.some((hmacKey) => isSame(hmac, codeHmac({ hmacKey }, code)))
