import type { Network, Provider, Transaction } from '@foyer/core'
import { FoyerError, referenceOf } from '@foyer/protocol'
import { checksumAddress } from './address.ts'
import { ask } from './ask.ts'
import { parseEvmTransaction } from './evmTransaction.ts'
import { toQuantity } from './quantity.ts'

/**
 * Asks the wallet to sign and send a transaction.
 *
 * @returns The transaction's hash: `0x` and 64 hex digits.
 * @throws FoyerError `params-invalid`, `address-invalid`, `user-rejected` …
 * @source spec 1.5, 5.7
 */
export async function sendTransaction({
  address,
  network,
  provider,
  transaction,
}: {
  address: string
  network: Network
  provider: Provider
  transaction: Transaction
}): Promise<string> {
  const { accessList, data, to, ...numbers } = parseEvmTransaction(transaction)
  const params = {
    from: address,
    // The wallet rejects it if it is on another chain by now.
    chainId: toQuantity(Number(referenceOf(network.caipNetworkId))),
    ...(to !== undefined && { to: checksumAddress(to) }),
    ...(data !== undefined && { data }),
    ...(accessList !== undefined && { accessList }),
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, toQuantity(value)]],
      ),
    ),
  }
  const hash = await ask(provider, {
    method: 'eth_sendTransaction',
    params: [params],
    chainId: network.caipNetworkId,
  })
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new FoyerError('unknown', { details: 'The wallet answered with no transaction hash.' })
  return hash
}
