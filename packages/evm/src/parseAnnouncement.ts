import * as v from 'valibot'
import { cleanText } from './cleanText.ts'
import { type EvmProvider, isEvmProvider } from './evmProvider.ts'

/** A picture is shown, not stored: beyond this it is no icon. */
const iconLimit = 256 * 1024
const iconPattern = /^(https:\/\/\S+$|data:image\/(svg\+xml|png|webp|gif|jpeg)[;,])/i
const rdnsPattern = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/i

const announcement = v.object({
  info: v.object({
    uuid: v.pipe(v.string(), v.uuid()),
    name: v.pipe(
      v.string(),
      v.transform((name) => cleanText(name, 64)),
      v.minLength(1),
    ),
    rdns: v.pipe(v.string(), v.maxLength(253), v.regex(rdnsPattern), v.toLowerCase()),
    icon: v.pipe(
      v.unknown(),
      v.transform((icon) =>
        typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon)
          ? icon
          : undefined,
      ),
    ),
  }),
  provider: v.custom<EvmProvider>(isEvmProvider),
})
type Announcement = v.InferOutput<typeof announcement>

/**
 * What a wallet says of itself, which any script of the page can say too: nothing here is trusted, only shown.
 *
 * @returns undefined for what is no announcement, whatever it does when it is read.
 * @source https://eips.ethereum.org/EIPS/eip-6963
 */
export function parseAnnouncement(detail: unknown): Announcement | undefined {
  try {
    const parsed = v.safeParse(announcement, detail)
    return parsed.success ? parsed.output : undefined
  } catch {
    // A getter of a stranger threw.
    return undefined
  }
}
