import { cleanText } from '@foyer/protocol'
import { cutMarks } from './showText.ts'

/**
 * Makes a foreign name safe to show in one line, like `cleanText`; also removes marks that would be drawn over the lines above and
 * below.
 */
export function cleanName(name: string, length: number): string {
  // Twice, since invisible characters between the marks are removed first.
  return cleanText(cutMarks(cleanText(name, Number.POSITIVE_INFINITY)), length)
}
