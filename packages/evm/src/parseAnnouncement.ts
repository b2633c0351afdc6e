import { cleanText } from '@foyer/protocol'
import { type EvmProvider, isEvmProvider } from './evmProvider.ts'

/** Larger images are not icons. */
const iconLimit = 256 * 1024
const iconPattern = /^(https:\/\/\S+$|data:image\/(svg\+xml|png|webp|gif|jpeg)[;,])/i
const rdnsPattern = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/i

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

type Announcement = {
  info: { uuid: string; name: string; rdns: string; icon: string | undefined }
  provider: EvmProvider
}

/**
 * Parses a wallet's announcement, which any script of the page can forge: it is sanitized for display, never trusted.
 * Without the schema library, which loads after the first list of wallets.
 *
 * @returns undefined for an invalid announcement, even if it throws on access.
 * @source https://eips.ethereum.org/EIPS/eip-6963
 */
export function parseAnnouncement(detail: unknown): Announcement | undefined {
  try {
    const { info, provider } = Object(detail) as Partial<Record<string, unknown>>
    const { icon, name, rdns, uuid } = Object(info) as Partial<Record<string, unknown>>
    if (!isEvmProvider(provider)) return undefined
    if (typeof uuid !== 'string' || !uuidPattern.test(uuid)) return undefined
    if (typeof rdns !== 'string' || rdns.length > 253 || !rdnsPattern.test(rdns)) return undefined
    const shown = typeof name === 'string' ? cleanText(name, 64) : ''
    if (shown === '') return undefined
    const isIcon = typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon)
    return {
      info: {
        uuid,
        name: shown,
        rdns: rdns.toLowerCase(),
        icon: isIcon ? icon : undefined,
      },
      provider,
    }
  } catch {
    // A getter of an untrusted object threw.
    return undefined
  }
}
