import { HttpError } from '@foyer/server'
import type { Address } from 'viem'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseAccount, parseAsset, requireAddress } from './parseAsset.ts'
import type { SwapAsset } from './swapSource.ts'

/**
 * Parses what an allowance is about: an EVM token, its owner and the contract that spends it.
 * @throws HttpError 400 `chain-unsupported`, `address-invalid`
 */
export function parseAllowance(
  rpc: ChainRpc,
  query: { tokenAddress: string; userAddress: string; spender?: string | undefined },
): { token: SwapAsset; user: Address; spender: Address | undefined } {
  const token = parseAsset(rpc, query.tokenAddress, 'tokenAddress')
  if (token.chain.namespace !== 'eip155')
    throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'tokenAddress' })
  const { address } = parseAccount(rpc, query.userAddress, 'userAddress')
  return {
    token,
    user: requireAddress(token.chain, address, 'userAddress') as Address,
    spender:
      query.spender === undefined
        ? undefined
        : (requireAddress(token.chain, query.spender, 'spender') as Address),
  }
}
