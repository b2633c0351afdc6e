import type { DescriptionKind } from '@foyer/decode'

const kinds: readonly DescriptionKind[] = ['permit', 'transaction', 'calls', 'solana-transaction']

/** Tells whether a request moves value or gives a right over it, however small the risk. */
export const movesValue = (kind: DescriptionKind): boolean => kinds.includes(kind)
