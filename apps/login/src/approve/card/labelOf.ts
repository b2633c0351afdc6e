import type { Description } from '@foyer/decode'
import { words } from '../words.ts'

/** The button that approves: a verb for what is approved. */
export function labelOf(kind: Description['kind'] | undefined): string {
  if (kind === 'sign-in') return words.signIn
  return kind === 'message' || kind === 'typed-data' || kind === 'blind'
    ? words.sign
    : words.approve
}
