import { FoyerError } from '@foyer/protocol'

/**
 * Limits of typed data. Hashing within them takes at most a fifth of a second; they allow twice what the approval
 * screen shows.
 * @source security 5.3 T42
 */
export const typedDataLimits = {
  /** Struct types. */
  types: 64,
  /** Letters of all types, fields and names. A type is hashed with all types it refers to: once each. */
  typeLetters: 8 * 1024,
  /** Numbers, texts, lists and structs in message and domain. */
  values: 4_000,
  /** Nesting of lists and structs. */
  depth: 16,
  /** Letters of all values. */
  letters: 256 * 1024,
} as const

function refuse(what: string): never {
  throw new FoyerError('params-invalid', { details: `The typed data ${what}.` })
}

/**
 * Refuses typed data that would take long to hash or to show. Stops at the limits, whatever the input.
 * @throws {@link FoyerError} `params-invalid`
 */
export function checkTypedDataSize(data: {
  types?: unknown
  domain?: unknown
  message?: unknown
}): void {
  countTypes(data.types)
  countValues([data.domain, data.message])
}

function countTypes(types: unknown): void {
  const entries = Object.entries(types ?? {})
  const { types: mostTypes, typeLetters } = typedDataLimits
  if (entries.length > mostTypes) refuse(`has more than ${mostTypes} types`)
  let letters = 0
  for (const [name, fields] of entries) {
    letters += name.length
    if (!Array.isArray(fields)) continue
    for (const field of fields) {
      const { name: of, type } = (field ?? {}) as { name?: unknown; type?: unknown }
      letters += 2 + String(of).length + String(type).length
      if (letters > typeLetters) refuse(`has more than ${typeLetters} letters of types`)
    }
  }
}

function countValues(roots: readonly unknown[]): void {
  let { letters, values } = typedDataLimits as { letters: number; values: number }
  const open: [value: unknown, depth: number][] = roots.map((root) => [root, 0])
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    values -= 1
    if (typeof value === 'string') letters -= value.length
    else if (typeof value === 'object' && value !== null) {
      const inner = Object.values(value)
      if (inner.length > values) values = -1
      else if (inner.length > 0 && depth > typedDataLimits.depth) refuse('is nested too deeply')
      else for (const one of inner) open.push([one, depth + 1])
    }
    if (values < 0) refuse(`has more than ${typedDataLimits.values} values`)
    if (letters < 0) refuse(`has more than ${typedDataLimits.letters} letters`)
  }
}
