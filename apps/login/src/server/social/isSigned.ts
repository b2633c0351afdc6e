import { farcasterName } from '@foyer/protocol/social'
import type { Services } from '../services.ts'
import { requireSocial } from './socials.ts'

/**
 * Returns true for a login that the vault can verify by itself; for any other it mails a link.
 * @throws HttpError 404 for a provider that is not configured any more
 */
export function isSigned(
  { customs, socials }: Pick<Services, 'customs' | 'socials'>,
  provider: string,
): boolean {
  if (provider === farcasterName) return true
  const custom = customs.get(provider)
  if (custom) return custom.nonce === 'required'
  return requireSocial(socials, provider).row.evidence.kind === 'id_token'
}
