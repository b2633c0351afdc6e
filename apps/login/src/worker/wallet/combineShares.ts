import { FoyerError } from '@foyer/protocol'
import type { Share } from '@foyer/protocol/custody'
import { combine } from 'shamir-secret-sharing'
import type { Arena } from '../keys/arena.ts'
import { isEntropyOf } from '../keys/fingerprint.ts'

/** Adds in GF(2^8), byte by byte; leaves a share's last byte, its x coordinate on the polynomial, unchanged. */
function addTo(bytes: Uint8Array, mask: Uint8Array) {
  for (let index = 0; index < mask.length; index++) bytes[index]! ^= mask[index]!
}

/**
 * Combines two shares of one set to the entropy, in the arena, and wipes both shares. Shamir's scheme does not detect a
 * modified share or one of another set, so the result is checked against the wallet's fingerprint.
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
    // The scheme is linear: adding a mask to both shares adds it to the secret. So the library, whose arrays the garbage
    // collector may copy, only sees the masked entropy.
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
