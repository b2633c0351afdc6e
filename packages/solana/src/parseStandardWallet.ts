import * as v from 'valibot'
import { cleanText } from './cleanText.ts'
import { readFeature, type StandardWallet } from './standardWallet.ts'

/** A picture is shown, not stored: beyond this it is no icon. */
const iconLimit = 256 * 1024
const iconPattern = /^data:image\/(svg\+xml|webp|png|gif);base64,[a-z0-9+/]+={0,2}$/i

const facts = v.object({
  name: v.pipe(
    v.string(),
    v.transform((name) => cleanText(name, 64)),
    v.minLength(1),
  ),
  icon: v.pipe(
    v.unknown(),
    v.transform((icon) =>
      typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon)
        ? icon
        : undefined,
    ),
  ),
  chains: v.pipe(
    v.custom<readonly unknown[]>(Array.isArray),
    v.check((chains) =>
      chains.slice(0, 100).some((chain) => typeof chain === 'string' && /^solana:/.test(chain)),
    ),
  ),
})

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
    const parsed = v.safeParse(facts, wallet)
    if (!parsed.success) return undefined
    const own = wallet as StandardWallet
    if (!readFeature(own, 'standard:connect')) return undefined
    const { icon, name } = parsed.output
    // Names that differ in letter case only are one row: the second is not told from the first.
    const id = name.toLowerCase().replaceAll(' ', '-')
    return { id, name, imageUrl: icon, wallet: own }
  } catch {
    // A getter of a stranger threw.
    return undefined
  }
}
