import { FoyerError, type Share } from '@foyer/protocol'
import { combine } from 'shamir-secret-sharing'
import type { Arena } from '../keys/arena.ts'
import { isEntropyOf } from '../keys/fingerprint.ts'

/**
 * The entropy, in the arena, of two shares of one set. Shamir itself tells nothing: a share of another set or a changed
 * one gives other bytes without a word, so the fingerprint decides. Both shares are wiped.
 *
 * @throws {@link FoyerError} `recovery-failed`
 */
export async function combineShares(
  arena: Arena,
  [first, second]: readonly [Share, Share],
): Promise<Uint8Array<ArrayBuffer>> {
  const entropy = arena.take(first.share.length - 1)
  let combined: Uint8Array | undefined
  try {
    combined = await combine([first.share, second.share])
    entropy.set(combined)
  } catch (cause) {
    throw new FoyerError('recovery-failed', { cause, details: 'These shares do not combine.' })
  } finally {
    combined?.fill(0)
    first.share.fill(0)
    second.share.fill(0)
  }
  const { walletId, fp } = first
  if (!isEntropyOf(arena, { entropy, walletId, fp }))
    throw new FoyerError('recovery-failed', { details: 'The shares give another wallet.' })
  return entropy
}
