import type { DescriptionKind } from '@foyer/decode'

const kinds: readonly DescriptionKind[] = ['permit', 'transaction', 'calls', 'solana-transaction']

/** Whether a request moves value or gives a right over it, however little is at risk. */
export const movesValue = (kind: DescriptionKind): boolean => kinds.includes(kind)
