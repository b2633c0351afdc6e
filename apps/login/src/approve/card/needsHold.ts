import type { Description } from '@foyer/decode'
import { movesValue } from '../movesValue.ts'

/**
 * Tells whether one press is not enough: for everything that moves value or is more than a plain text or sign-in,
 * wherever it is shown.
 * @source security 3.5, T117; 3.4 "exactly 32 bytes"
 */
export function needsHold({ kind, risk, warnings }: Description): boolean {
  return (
    risk !== 'low' || movesValue(kind) || warnings.some(({ code }) => code === 'looks-like-hash')
  )
}
