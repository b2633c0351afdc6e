import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { SwapAsset } from '../swapSource.ts'

/** The mint of wrapped coins. @source https://solana.com/docs/tokens/basics/sync-native */
export const wrappedMint = 'So11111111111111111111111111111111111111112'

/** The mint of a token on Solana; for the coin that of the wrapped one. */
export const mintOf = ({ address, isNative }: SwapAsset): string =>
  isNative ? wrappedMint : address

/** Returns whether both are different tokens on one Solana chain that has swaps. */
export const isOnOneSolanaChain = (from: SwapAsset, to: SwapAsset): boolean =>
  from.chain.caipId === to.chain.caipId &&
  from.chain.namespace === 'solana' &&
  (from.chain as SolanaChain).swaps !== false &&
  mintOf(from) !== mintOf(to)
