import type { Warning } from '@foyer/decode'
import { fill, neverEnds, type WarningTone, warnings } from '../words.ts'

/** Returns the severity of a warning. */
export const toneOf = ({ code }: Warning): WarningTone => warnings[code][0]

/** Returns a warning as one sentence. */
export function sentenceOf({ code, values = {} }: Warning): string {
  if (code === 'long-deadline' && values.days === 'never') return neverEnds
  return fill(warnings[code][1], values)
}
