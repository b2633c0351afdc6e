/**
 * Slices JSON text without parsing it, so that numbers which JavaScript would round keep their digits. All functions
 * require text that `JSON.parse` has accepted.
 */

/** Returns the elements of an array as JSON texts; empty for other values. */
export function sliceArray(text: string): string[] {
  const elements: string[] = []
  if (text[skipBlank(text, 0)] !== '[') return elements
  let at = skipBlank(text, skipBlank(text, 0) + 1)
  while (text[at] !== ']') {
    const end = endOfValue(text, at)
    elements.push(text.slice(at, end))
    at = skipBlank(text, end)
    if (text[at] === ',') at = skipBlank(text, at + 1)
  }
  return elements
}

/**
 * Returns the members of an object as JSON texts, by name; empty for other values. The last of duplicate names counts,
 * as in `JSON.parse`.
 */
export function sliceObject(text: string): Map<string, string> {
  const members = new Map<string, string>()
  if (text[skipBlank(text, 0)] !== '{') return members
  let at = skipBlank(text, skipBlank(text, 0) + 1)
  while (text[at] !== '}') {
    const nameEnd = endOfString(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = skipBlank(text, skipBlank(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    members.set(name, text.slice(start, end))
    at = skipBlank(text, end)
    if (text[at] === ',') at = skipBlank(text, at + 1)
  }
  return members
}

export function skipBlank(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

const quote = 34
const backslash = 92

/** Returns the index of a string's closing quote. @param at - index of the opening quote */
export function endOfString(text: string, at: number): number {
  let end = at + 1
  for (let code = text.charCodeAt(end); code !== quote; code = text.charCodeAt(end))
    end += code === backslash ? 2 : 1
  return end + 1
}

/** Returns the index after a number, `true`, `false` or `null`. @param start - its first index */
export function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && !',]} \n\r\t'.includes(text[end]!)) end++
  return end
}

function endOfValue(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') return endOfWord(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at) - 1
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
