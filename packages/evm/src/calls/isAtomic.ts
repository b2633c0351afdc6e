import type { Calls } from '@foyer/core'
import { timeLimit } from '@foyer/core/internal'
import { referenceOf } from '@foyer/protocol'
import * as v from 'valibot'
import { ask } from '../ask.ts'
import { toQuantity } from '../quantity.ts'

/** Time for a wallet to name its capabilities, ms: an answer needs no user. */
const answerMs = 3_000

const capabilities = v.record(
  v.string(),
  v.object({ atomic: v.optional(v.object({ status: v.string() })) }),
)

/**
 * Returns whether the wallet sends a batch as one transaction on a chain, now or after the user has allowed its account
 * to be upgraded.
 *
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 */
export const isAtomic: Calls['isAtomic'] = async ({ address, chainId, provider }) => {
  const chain = toQuantity(Number(referenceOf(chainId)))
  const params = [address, [chain]]
  // Many wallets do not have the method, and some never answer an unknown one.
  const answer = await timeLimit(
    ask(provider, { method: 'wallet_getCapabilities', params, chainId }),
    { ms: answerMs },
  ).catch(() => undefined)
  const parsed = v.safeParse(capabilities, answer)
  const own = parsed.success
    ? Object.entries(parsed.output).find(([key]) => key.toLowerCase() === chain)?.[1]
    : undefined
  return own?.atomic?.status === 'supported' || own?.atomic?.status === 'ready'
}
