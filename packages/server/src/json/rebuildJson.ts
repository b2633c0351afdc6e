import { endOfString, endOfWord, skipBlank } from './jsonSlices.ts'

/** Maximum nesting depth; more than any call or answer of a chain needs. */
const maxDepth = 64

type Piece = { readonly text: string; readonly end: number }

/**
 * Rewrites JSON in a canonical form: the last of duplicate names, one spelling of strings, no whitespace; numbers keep
 * their digits. All parsers then read what `JSON.parse` reads.
 * @param text - JSON that `JSON.parse` has accepted
 * @returns the canonical text; undefined when it is nested deeper than 64
 */
export function rebuildJson(text: string): string | undefined {
  if (isTooDeep(text)) return undefined
  // Fast path: most texts are canonical already, and comparing is ten times as fast as rebuilding.
  if (JSON.stringify(JSON.parse(text)) === text) return text
  const { text: built } = rebuild(text, skipBlank(text, 0))
  return built
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at) - 1
    else if (code === 0x5b || code === 0x7b) {
      depth++
      if (depth > maxDepth) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

function rebuild(text: string, at: number): Piece {
  const first = text[at]
  if (first === '"') return rebuildString(text, at)
  if (first !== '{' && first !== '[') {
    const end = endOfWord(text, at)
    return { text: text.slice(at, end), end }
  }
  return first === '[' ? rebuildArray(text, at) : rebuildObject(text, at)
}

function rebuildString(text: string, at: number): Piece {
  const end = endOfString(text, at)
  const written = text.slice(at, end)
  // Without an escape there is only one spelling.
  return { text: written.includes('\\') ? JSON.stringify(JSON.parse(written)) : written, end }
}

function rebuildArray(text: string, start: number): Piece {
  const elements: string[] = []
  let at = skipBlank(text, start + 1)
  while (text[at] !== ']') {
    const element = rebuild(text, at)
    elements.push(element.text)
    at = skipComma(text, element.end)
  }
  return { text: `[${elements.join(',')}]`, end: at + 1 }
}

function rebuildObject(text: string, start: number): Piece {
  const members = new Map<string, string>()
  let at = skipBlank(text, start + 1)
  while (text[at] !== '}') {
    const name = rebuildString(text, at)
    const value = rebuild(text, skipBlank(text, skipBlank(text, name.end) + 1))
    members.set(name.text, value.text)
    at = skipComma(text, value.end)
  }
  const written = Array.from(members, ([name, value]) => `${name}:${value}`)
  return { text: `{${written.join(',')}}`, end: at + 1 }
}

function skipComma(text: string, from: number): number {
  const at = skipBlank(text, from)
  return text[at] === ',' ? skipBlank(text, at + 1) : at
}
