import { isSame, keyedHash } from '../hash.ts'

const lifeMs = 300_000
const stepMs = 60_000

const make = (key: string, step: number) =>
  `${step.toString(36)}.${keyedHash(key, 'dpop-nonce', String(step)).slice(0, 22)}`

/**
 * Computes the server's DPoP nonce of this minute. Stateless: every process with the same key computes the same one.
 */
export const newProofNonce = (key: string, nowMs: number) => make(key, Math.floor(nowMs / stepMs))

/** Returns whether a nonce is ours and from the last five minutes. */
export function isProofNonce(key: string, nonce: string, nowMs: number): boolean {
  const step = Number.parseInt(nonce.split('.')[0] ?? '', 36)
  const now = Math.floor(nowMs / stepMs)
  if (!Number.isInteger(step) || step > now || step < now - lifeMs / stepMs) return false
  return isSame(nonce, make(key, step))
}
