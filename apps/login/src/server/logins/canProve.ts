import { farcasterName, isSocialName } from '@foyer/protocol/social'
import type { Services } from '../services.ts'

/** True for a login that proves its user again on the login site's own pages: a code by mail, or one more login at its provider. */
export function canProve(
  { customs, farcaster, socials }: Pick<Services, 'customs' | 'farcaster' | 'socials'>,
  provider: string,
): boolean {
  if (provider === farcasterName) return farcaster !== undefined
  if (isSocialName(provider)) return socials.has(provider)
  return provider === 'email' || customs.get(provider)?.proofUrl !== undefined
}
