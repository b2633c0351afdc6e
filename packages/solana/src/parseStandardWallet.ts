import { cleanText } from '@foyer/protocol'
import { readFeature, type StandardWallet } from './standardWallet.ts'

/** A picture is shown, not stored: beyond this it is no icon. */
const iconLimit = 256 * 1024
const iconPattern = /^data:image\/(svg\+xml|webp|png|gif);base64,[a-z0-9+/]+={0,2}$/i

/**
 * What a wallet says of itself, which any script of the page can say too: nothing here is trusted, only shown.
 *
 * @returns undefined for what is no wallet of Solana, whatever it does when it is read.
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
    // Names that differ in letter case only are one row: the second is not told from the first.
    const id = name.toLowerCase().replaceAll(' ', '-')
    return { id, name, imageUrl: isIcon ? icon : undefined, wallet: own }
  } catch {
    // No object, or a getter of a stranger threw.
    return undefined
  }
}

function isForSolana(chains: unknown): boolean {
  return (
    Array.isArray(chains) &&
    chains.slice(0, 100).some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
  )
}
