/**
 * What names the code of this document: the hash that its script had to have to run at all. The published manifest of a
 * release lists it.
 */
export function readPageCode(document: Document): string | undefined {
  const own = Array.from(document.scripts, ({ integrity }) => integrity).find(Boolean)
  return own?.split(' ')[0]
}
