import { FoyerError } from '@foyer/protocol'
import type { Share } from '@foyer/protocol/custody'
import { combine } from 'shamir-secret-sharing'
import type { Arena } from '../keys/arena.ts'
import { isEntropyOf } from '../keys/fingerprint.ts'

/** Addition in GF(2^8), byte by byte; a share's last byte is its place on the polynomial and stays. */
function addTo(bytes: Uint8Array, mask: Uint8Array) {
  for (let index = 0; index < mask.length; index++) bytes[index]! ^= mask[index]!
}

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
  const length = first.share.length - 1
  const entropy = arena.take(length)
  const mask = crypto.getRandomValues(arena.take(length))
  let masked: Uint8Array | undefined
  try {
    // Shamir's polynomials are linear: adding a value to both shares adds it to the secret. So the library, whose
    // arrays the collector moves and copies, only ever sees the masked entropy.
    for (const { share } of [first, second]) addTo(share, mask)
    masked = await combine([first.share, second.share])
    entropy.set(masked)
    addTo(entropy, mask)
  } catch (cause) {
    throw new FoyerError('recovery-failed', { cause, details: 'These shares do not combine.' })
  } finally {
    masked?.fill(0)
    first.share.fill(0)
    second.share.fill(0)
  }
  const { walletId, fp } = first
  if (!isEntropyOf(arena, { entropy, walletId, fp }))
    throw new FoyerError('recovery-failed', { details: 'The shares give another wallet.' })
  return entropy
}
