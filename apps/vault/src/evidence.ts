import type { RecoveryEvidence } from '@foyer/protocol'
import { refuse } from '@foyer/server'
import { and, eq, gt } from 'drizzle-orm'
import type { Caller } from './auth/accessToken.ts'
import { hasApproval } from './contacts/approvals.ts'
import type { User } from './contacts/readUser.ts'
import { shares } from './database/schema.ts'
import { requirePasskey } from './passkeys/assertPasskey.ts'
import type { Services } from './services.ts'

/** For 24 hours after a change the address before it is the one that is asked. */
export function countingContact(
  { contactHmac, previousHmac, previousUntil }: User,
  nowMs: number,
): string | null {
  return previousHmac !== null && previousUntil !== null && previousUntil > nowMs
    ? previousHmac
    : contactHmac
}

type Input = { user: User; caller: Caller; offered: RecoveryEvidence | undefined }
/** What the vault goes by, and how far: `asserted` has half the limits and is told to everybody. */
export type Accepted = 'email' | 'passkey' | 'asserted'

const notEnrolled = (what: string) => async () =>
  refuse(
    'evidence-required',
    `${what} is not enrolled here: approve the link that the vault mailed`,
  )

/**
 * How each kind of evidence is checked. A kind that this vault does not check yet lets nobody in.
 *
 * @source security design 2.5
 */
const kinds: Record<
  'email' | 'asserted' | RecoveryEvidence['kind'],
  (services: Services, input: Input) => Promise<Accepted>
> = {
  async email({ now, queries }, { user, caller }) {
    const hmac = countingContact(user, now())
    const isApproved =
      hmac !== null &&
      (await hasApproval(queries, { hmacs: [hmac], jkt: caller.jkt, nowMs: now() }))
    return isApproved
      ? 'email'
      : refuse('evidence-required', 'This device was not approved by the link in the mail')
  },
  async asserted({ allowAssertedRecovery }) {
    return allowAssertedRecovery
      ? 'asserted'
      : refuse('evidence-required', 'This vault wants evidence of its own')
  },
  oidc: notEnrolled('An id_token'),
  siwf: notEnrolled('A Farcaster signature'),
  async passkey(services, input) {
    const { caller, offered } = input
    if (offered?.kind !== 'passkey') return refuse('evidence-required', 'There is no passkey')
    const outcome = await requirePasskey(services, { assertion: offered.assertion, caller })
    return outcome === 'accepted'
      ? 'passkey'
      : requireEvidence(services, { ...input, offered: undefined })
  },
}

/**
 * Evidence that B checks itself. Who has a contact on file is asked for its approval, whatever A says.
 *
 * @throws {@link HttpError} 403 `evidence-required`
 */
export async function requireEvidence(services: Services, input: Input): Promise<Accepted> {
  const { offered, user } = input
  if (offered) return kinds[offered.kind](services, input)
  return kinds[user.evidence === 'asserted' ? 'asserted' : 'email'](services, input)
}

/** The same, or a device that has a share set of this wallet in force. */
export async function requireKnownDevice(
  services: Services,
  { walletId, ...input }: Input & { walletId: string },
): Promise<void> {
  const { jkt, userId } = input.caller
  const rows = await services.queries
    .select({ committedAt: shares.committedAt })
    .from(shares)
    .where(
      and(
        eq(shares.walletId, walletId),
        eq(shares.userId, userId),
        eq(shares.jkt, jkt),
        eq(shares.kind, 'device'),
        gt(shares.committedAt, 0),
      ),
    )
  if (rows.length === 0) await requireEvidence(services, input)
}
