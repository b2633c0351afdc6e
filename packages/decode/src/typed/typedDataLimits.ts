import { FoyerError } from '@foyer/protocol'

/**
 * Limits of typed data: hashing takes at most 0.2 s within them. They allow twice what the approval screen shows.
 * @source security 5.3 T42
 */
export const typedDataLimits = {
  /** Struct types. */
  types: 64,
  /** Total length of the names of all types and fields, in UTF-16 units. */
  typeLetters: 8 * 1024,
  /** Number of values, lists and structs in message and domain. */
  values: 4_000,
  /** Nesting depth of lists and structs. */
  depth: 16,
  /** Total length of all texts, in UTF-16 units. */
  letters: 256 * 1024,
} as const

function refuse(what: string): never {
  throw new FoyerError('params-invalid', { details: `The typed data ${what}.` })
}

/**
 * Refuses typed data above the limits. Stops counting at a limit, so that its own cost is bounded.
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
