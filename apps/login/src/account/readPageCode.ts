/**
 * Reads the hash of this document's code, which its script had to match to run. The published manifest of a release
 * lists it.
 */
export function readPageCode(document: Document): string | undefined {
  const own = Array.from(document.scripts, ({ integrity }) => integrity).find(Boolean)
  return own?.split(' ')[0]
}
