import { keyedHash } from '@foyer/server'
import type { Services } from './services.ts'

type Keyed = Pick<Services, 'hmacKey'>

/** What stands for an address in the database: without the key nobody tries addresses. */
export const emailHmac = ({ hmacKey }: Keyed, email: string) => keyedHash(hmacKey, 'email', email)

/** What stands for a network in the database. */
export const networkHmac = ({ hmacKey }: Keyed, network: string) =>
  keyedHash(hmacKey, 'network', network)

/** What stands for a code: six digits are tried in no time by who has the database and not the key. */
export const codeHmac = (
  { hmacKey }: Keyed,
  { code, purpose, txnId }: { txnId: string; purpose: string; code: string },
) => keyedHash(hmacKey, 'otp', `${txnId}\u001f${purpose}\u001f${code}`)
