import type { Namespace } from '@foyer/protocol'
import { readConnection } from '../account/readConnection.ts'
import { setDetails } from '../account/setDetails.ts'
import type { Foyer } from '../foyer.ts'
import { findNetwork } from '../network/readNetwork.ts'
import { nativeFacts } from './agreeBalances.ts'
import { getNativeBalance } from './getNativeBalance.ts'

/**
 * Reads the native balance of the connected account from the chain into `balance` and the token list. Networks that the
 * site does not offer have none.
 *
 * @throws FoyerError as {@link getNativeBalance}; the old balance stays
 */
export async function refreshNativeBalance(
  foyer: Foyer,
  parameters: { namespace?: Namespace | undefined } = {},
): Promise<void> {
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { namespace } = adapter
  const { address, chainId } = connection
  const write = (details: Parameters<typeof setDetails>[1]['details']) =>
    setDetails(foyer, { details, forAddress: address, forChainId: chainId, namespace })
  const network = findNetwork(foyer.store.get(), chainId)
  if (!network || !adapter.getBalance) {
    write({ balance: undefined, balanceSymbol: undefined, balanceLoading: false })
    return
  }
  write({ balanceLoading: true, balanceSymbol: network.nativeCurrency.symbol })
  try {
    const balance = await getNativeBalance(foyer, { address, chainId })
    write((known) => nativeFacts(known, { balance, network }))
  } finally {
    write({ balanceLoading: false })
  }
}
