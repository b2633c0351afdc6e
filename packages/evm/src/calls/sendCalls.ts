import type { Calls } from '@foyer/core'
import { FoyerError, referenceOf } from '@foyer/protocol'
import * as v from 'valibot'
import { checksumAddress } from '../address.ts'
import { ask } from '../ask.ts'
import { parseEvmTransaction } from '../evmTransaction.ts'
import { toQuantity } from '../quantity.ts'

/** Version 2 answers with an object, version 1 with the id itself. */
const sent = v.pipe(
  v.union([v.string(), v.object({ id: v.string() })]),
  v.transform((answer) => (typeof answer === 'string' ? answer : answer.id)),
  v.minLength(1),
  // The standard's limit: 4096 bytes.
  v.maxLength(8194),
)

/**
 * Asks the wallet to send several calls with one approval.
 *
 * @returns The wallet's id for `wallet_getCallsStatus`.
 * @throws FoyerError `params-invalid` for a call with a nonce or fees, which are the wallet's
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls
 */
export const sendCalls: Calls['send'] = async ({
  address,
  atomicRequired = true,
  capabilities = {},
  chainId,
  provider,
  transactions,
}) => {
  const calls = transactions.map((transaction) => {
    const { data, gas: _limit, to, value, ...others } = parseEvmTransaction(transaction)
    const [other] = Object.keys(others)
    if (other !== undefined)
      throw new FoyerError('params-invalid', { details: `A call has no ${other}.` })
    return {
      ...(to !== undefined && { to: checksumAddress(to) }),
      ...(data !== undefined && { data }),
      value: toQuantity(value ?? 0n),
    }
  })
  const bundle = {
    ...{ version: '2.0.0', from: address, atomicRequired, calls },
    ...(Object.keys(capabilities).length > 0 && { capabilities }),
    chainId: toQuantity(Number(referenceOf(chainId))),
  }
  const answer = await ask(provider, { method: 'wallet_sendCalls', params: [bundle], chainId })
  const parsed = v.safeParse(sent, answer)
  if (parsed.success) return parsed.output
  throw new FoyerError('unknown', { details: 'The wallet answered with no id of the calls.' })
}
