import type { Warning } from '@foyer/decode'
import { fillMessage } from '../i18n/fillMessage.ts'
import type { DescriptionWords } from './descriptionWords.ts'
import { type WarningTone, warningTones } from './warningTones.ts'

/** Returns the severity of a warning. */
export const toneOf = ({ code }: Warning): WarningTone => warningTones[code]

/** Returns a warning as one sentence. */
export function sentenceOf(
  { code, values = {} }: Warning,
  { neverEnds, warnings }: DescriptionWords,
): string {
  if (code === 'long-deadline' && values.days === 'never') return neverEnds
  return fillMessage(warnings[code], values)
}
