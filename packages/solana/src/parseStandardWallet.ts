import { cleanText } from '@foyer/protocol'
import { readFeature, type StandardWallet } from './standardWallet.ts'

/** Larger images are not icons. */
const iconLimit = 256 * 1024
const iconPattern = /^data:image\/(svg\+xml|webp|png|gif);base64,[a-z0-9+/]+={0,2}$/i

/**
 * Parses a wallet's data, which any script of the page can forge: it is sanitized for display, never trusted.
 *
 * @returns undefined if it is not a Solana wallet, even if it throws on access.
 * @source https://github.com/wallet-standard/wallet-standard
 */
export function parseStandardWallet(
  wallet: unknown,
): { id: string; name: string; imageUrl: string | undefined; wallet: StandardWallet } | undefined {
  try {
    const { chains, icon, name: said } = wallet as Record<string, unknown>
    const name = typeof said === 'string' ? cleanText(said, 64) : ''
    const own = wallet as StandardWallet
    if (name === '' || !isForSolana(chains) || !readFeature(own, 'standard:connect'))
      return undefined
    const isIcon = typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon)
    // Names that differ only in case share a row, since users cannot distinguish them.
    const id = name.toLowerCase().replaceAll(' ', '-')
    return { id, name, imageUrl: isIcon ? icon : undefined, wallet: own }
  } catch {
    // Not an object, or a getter of an untrusted object threw.
    return undefined
  }
}

function isForSolana(chains: unknown): boolean {
  return (
    Array.isArray(chains) &&
    chains.slice(0, 100).some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
  )
}
