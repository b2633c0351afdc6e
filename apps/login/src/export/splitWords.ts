/** Splits an ASCII sentence into words. Each is a view of the same buffer, so wiping the sentence wipes them. */
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
