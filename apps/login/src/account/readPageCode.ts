/**
 * Reads the `integrity` hash of this document's script, to compare it with the published manifest of a release.
 */
export function readPageCode(document: Document): string | undefined {
  const own = Array.from(document.scripts, ({ integrity }) => integrity).find(Boolean)
  return own?.split(' ')[0]
}
