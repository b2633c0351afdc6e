import type { Address } from 'viem'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { SwapAsset } from './swapSource.ts'

/** The address of an EVM token; for the native coin that of the token that wraps it. */
export const tokenOf = ({ address, chain, isNative }: SwapAsset): Address => {
  const { swaps } = chain as EvmChain
  return isNative && swaps ? swaps.wrappedNative : (address as Address)
}

/** Returns whether both are on one EVM chain that has swaps. */
export const isOnOneEvmChain = (from: SwapAsset, to: SwapAsset): boolean =>
  from.chain.caipId === to.chain.caipId &&
  from.chain.namespace === 'eip155' &&
  Boolean(from.chain.swaps)
