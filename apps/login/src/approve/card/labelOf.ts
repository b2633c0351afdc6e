import type { Description } from '@foyer/decode'
import { words } from '../words.ts'

/** Returns the label of the approve button: a verb for the request. */
export function labelOf(kind: Description['kind'] | undefined): string {
  if (kind === 'sign-in') return words.signIn
  return kind === 'message' || kind === 'typed-data' || kind === 'blind'
    ? words.sign
    : words.approve
}
