import type { Description } from '@foyer/decode'
import { movesValue } from '../movesValue.ts'

/**
 * Returns whether the approve button must be held: for every request that moves value, and any other than a plain text or
 * sign-in, in the frame and in a popup.
 * @source security 3.5, T117; 3.4 "exactly 32 bytes"
 */
export function needsHold({ kind, risk, warnings }: Description): boolean {
  return (
    risk !== 'low' || movesValue(kind) || warnings.some(({ code }) => code === 'looks-like-hash')
  )
}
