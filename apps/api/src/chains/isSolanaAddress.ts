import { base58 } from '@scure/base'

/** Returns whether a text is a Solana address: 32 bytes in base58. @source https://solana.com/docs/core/accounts */
export function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}
