import * as v from 'valibot'
import { chainNumber } from '../chainNumber.ts'
import { invalidParams, rpcError } from '../rpcError.ts'
import type { WalletMethod } from '../walletContext.ts'

const shape = v.tuple([v.object({ chainId: v.unknown() })])

/**
 * Switches to a known chain.
 *
 * @source EIP-3326; 4902 and its message from EIP-3085 wallets
 */
export const wallet_switchEthereumChain: WalletMethod = async ({ store, askUser }, params) => {
  if (!v.is(shape, params)) throw invalidParams('Expected a single object with a chainId.')
  const { chainId } = params[0]
  const id = chainNumber(chainId)
  const target = store.chains().find((chain) => chain.id === id)
  if (!target) {
    throw rpcError(
      4902,
      `Unrecognized chain ID "${String(chainId)}". Try adding the chain using wallet_addEthereumChain first.`,
    )
  }
  if (target.id === store.chain().id) return null
  await askUser({ method: 'wallet_switchEthereumChain', target })
  store.update({ chainId: target.id })
  return null
}
