/** JSON text of a JSON-RPC id, exactly as received: `"17…"` or `17…`. */
export type RawId = string

/** One text frame of a client. */
export type Frame =
  | {
      readonly kind: 'request'
      readonly id: RawId
      readonly method: string
      readonly params: unknown
    }
  /** Answer to a push; `id` is the push's id as digits. */
  | { readonly kind: 'answer'; readonly id: string; readonly isOk: boolean }
  | {
      readonly kind: 'invalid'
      readonly id: RawId
      readonly code: number
      readonly problem: string
    }

const maxDepth = 8
/** Maximum of brackets in a frame; a valid one has fewer, even a batch of 500 messages with telemetry. */
const maxBrackets = 4000
const freeBrackets = 40
const maxIdLength = 64

/**
 * Parses a frame; its id, of up to 19 digits, is kept as text, since a number would be rounded. Refuses deeply nested
 * frames before parsing them.
 */
export function parseFrame(text: string): Frame {
  if (isBomb(text)) return invalid('null', -32600, 'Nested too deep')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return invalid('null', -32700, 'Not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('null', -32600, 'Not a JSON-RPC object')
  }
  const frame = value as Record<string, unknown>
  const id = readId(frame, text)
  if (id === undefined) return invalid('null', -32600, 'id must be a text or up to 19 digits')
  if (typeof frame.method === 'string' && Object.hasOwn(frame, 'method')) {
    return { kind: 'request', id, method: frame.method, params: frame.params }
  }
  const isOk = Object.hasOwn(frame, 'result')
  if (isOk || Object.hasOwn(frame, 'error')) {
    // Old clients echo long ids as BigInt text, "…n".
    return { kind: 'answer', id: id.replace(/^"|n?"$/g, ''), isOk }
  }
  return invalid(id, -32600, 'method is missing')
}

function invalid(id: RawId, code: number, problem: string): Frame {
  return { kind: 'invalid', id, code, problem }
}

function readId(frame: Record<string, unknown>, text: string): RawId | undefined {
  const id = Object.hasOwn(frame, 'id') ? frame.id : undefined
  if (typeof id === 'string') return id.length <= maxIdLength ? JSON.stringify(id) : undefined
  if (typeof id !== 'number' || id < 0) return undefined
  if (Number.isSafeInteger(id)) return String(id)
  return readDigits(text)
}

/** Returns the unrounded digits of the outermost object's last `id`, which is the one that JSON.parse uses. */
function readDigits(text: string): RawId | undefined {
  let depth = 0
  let found: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && JSON.parse(text.slice(at, end + 1)) === 'id') {
        const value = /\s*:\s*(?:(\d{1,19})\s*[,}])?/y
        value.lastIndex = end + 1
        const match = value.exec(text)
        // The text "id" may also be a value: then no colon follows, and the member found earlier stays.
        if (match) found = match[1]
      }
      at = end
    }
  }
  return found
}

function isBomb(text: string): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > maxBrackets) return true
    }
  }
  return count > freeBrackets && isDeep(text)
}

function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '}' || character === ']') depth--
    else if ((character === '{' || character === '[') && ++depth > maxDepth) return true
  }
  return false
}

/** Finds the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
