const deepest = 64

/**
 * True if a value contains only JSON types and is at most `bytes` long as JSON. Takes bounded time even for hostile input:
 * cycles, arrays with a billion holes, prototypes.
 *
 * @source security 3.3: structured clone of plain JSON types only, at most 256 KiB
 */
export function isPlainJson(value: unknown, bytes: number): boolean {
  let left = bytes
  const open: [value: unknown, depth: number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, depth] = next
    left -= 2
    if (typeof one === 'string') left -= lengthOf(one, left)
    else if (typeof one === 'number') {
      if (!Number.isFinite(one)) return false
      left -= String(one).length
    } else if (typeof one === 'boolean' || one === null) left -= 3
    else if (typeof one !== 'object' || depth >= deepest) return false
    else if (Array.isArray(one)) {
      left -= one.length
      if (left < 0 || Object.keys(one).length !== one.length) return false
      for (const item of one) open.push([item, depth + 1])
    } else {
      if (Object.getPrototypeOf(one) !== Object.prototype) return false
      for (const key of Reflect.ownKeys(one)) {
        if (typeof key !== 'string' || key === '__proto__') return false
        left -= lengthOf(key, left) + 4
        if (left < 0) return false
        open.push([(one as Record<string, unknown>)[key], depth + 1])
      }
    }
    if (left < 0) return false
  }
  return true
}

/** Counts the UTF-8 bytes of the text in JSON without its quotes, never too few, and stops once the count exceeds `most`. */
function lengthOf(text: string, most: number): number {
  let length = text.length
  for (let index = 0; index < text.length && length <= most; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || (code & 0xf800) === 0xd800) length += 5
    else if (code > 0x7f) length += 2
    else if (code === 0x22 || code === 0x5c) length += 1
  }
  return length
}
