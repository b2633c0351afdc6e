import { type BodyOf, FoyerError } from '@foyer/protocol'
import {
  authRelease,
  createReleaseKey,
  decodeBase64Url,
  equalBytes,
  openRelease,
  parseShare,
  type RecoveryMode,
  recoveryRelease,
  type Share,
  type ShareRole,
} from '@foyer/protocol/custody'
import type { WalletContext } from './walletContext.ts'

/** The values that a share from either server must contain. */
export type Expected = { walletId: string; setId: string; epoch: number; fp: string }

/**
 * Parses a share, and checks that it is the requested one.
 *
 * @throws {@link FoyerError} `share-unreadable`
 */
export function readShare(bytes: Uint8Array, role: ShareRole, expected: Expected): Share {
  const share = parseShare(bytes)
  const same =
    share.role === role &&
    share.walletId === expected.walletId &&
    share.setId === expected.setId &&
    share.epoch === expected.epoch &&
    equalBytes(share.fp, decodeBase64Url(expected.fp))
  if (same) return share
  throw new FoyerError('share-unreadable', { details: `This ${role} share belongs elsewhere.` })
}

/** Requests the auth share of a set from A. @throws {@link FoyerError} A's error, `share-unreadable` */
export async function releaseAuthShare(
  { auth, session }: WalletContext,
  {
    expected,
    purpose,
    rid = crypto.randomUUID(),
  }: {
    expected: Expected
    purpose: BodyOf<typeof authRelease>['purpose']
    rid?: string
  },
): Promise<Share> {
  const { walletId, setId } = expected
  const { privateKey, epk } = await createReleaseKey()
  const { jwe } = await session.call(auth, authRelease, { walletId, setId, purpose, rid, epk })
  const plaintext = await openRelease({ jwe, privateKey, walletId, setId })
  try {
    return readShare(plaintext, 'auth', expected)
  } finally {
    plaintext.fill(0)
  }
}

/**
 * Requests B's share of a set: the rec share's bytes, or those bytes sealed to the recovery key, depending on `mode`.
 * @throws {@link FoyerError} B's error, `share-unreadable`
 */
export async function releaseRecovery(
  { vault, session }: WalletContext,
  body: Omit<BodyOf<typeof recoveryRelease>, 'rid' | 'epk'>,
): Promise<{ mode: RecoveryMode; bytes: Uint8Array<ArrayBuffer> }> {
  const { setId } = body
  const { privateKey, epk } = await createReleaseKey()
  const rid = crypto.randomUUID()
  const { jwe, mode } = await session.call(vault, recoveryRelease, { ...body, rid, epk })
  const { walletId } = body.wallet
  return { mode, bytes: await openRelease({ jwe, privateKey, walletId, setId }) }
}
