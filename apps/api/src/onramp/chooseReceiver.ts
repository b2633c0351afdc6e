import { onrampNetwork } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import { parseAddress } from '../chains/parseAddress.ts'

type Wallet = { readonly address: string; readonly blockchains?: readonly string[] | undefined }

/**
 * Chooses the address and the network of a purchase: the first wallet that can receive on the network.
 *
 * @param network - @default the first network that a wallet names
 * @throws {@link HttpError} 400 `address-invalid`, `chain-unsupported`
 */
export function chooseReceiver(
  wallets: readonly Wallet[],
  network?: string,
): { address: string; network: string } {
  const chosen = network ?? wallets.flatMap(({ blockchains = [] }) => blockchains).find(isNetwork)
  if (chosen === undefined || !isNetwork(chosen))
    throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'network' })
  for (const { address: text, blockchains } of wallets) {
    const account = parseAddress(text)
    if (!account || !chosen.startsWith(`${account.namespace}:`)) continue
    if (blockchains && !blockchains.includes(chosen)) continue
    return { address: account.address, network: chosen }
  }
  throw new HttpError(400, 'address-invalid', 'Address is invalid', { field: 'destinationWallets' })
}

const isNetwork = (text: string) => v.is(onrampNetwork, text)
