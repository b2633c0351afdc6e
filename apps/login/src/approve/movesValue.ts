import type { DescriptionKind } from '@foyer/decode'

const kinds: readonly DescriptionKind[] = [
  'permit',
  'transaction',
  'calls',
  'permission',
  'solana-transaction',
]

/** Returns whether a request of this kind transfers value or grants a right to it, at any risk. */
export const movesValue = (kind: DescriptionKind): boolean => kinds.includes(kind)
