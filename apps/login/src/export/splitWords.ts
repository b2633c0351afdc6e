/** The words of a sentence in ASCII, each a view into the same bytes: wiped with them. */
export function splitWords(sentence: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let start = 0
  for (let index = 0; index <= sentence.length; index++) {
    if (index < sentence.length && sentence[index] !== 0x20) continue
    if (index > start) parts.push(sentence.subarray(start, index))
    start = index + 1
  }
  return parts
}
