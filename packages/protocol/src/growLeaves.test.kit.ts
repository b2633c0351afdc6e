import * as v from 'valibot'

/** Returns a copy for each text, number and list of the value, with that one grown by one, and its path. */
export function growLeaves(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (typeof value === 'string') return [[path, `${value}${value.at(-1) ?? 'a'}`]]
  if (typeof value === 'number') return [[path, value + 1]]
  if (Array.isArray(value)) {
    const inFirst = growLeaves(value[0], `${path}[0]`)
    return [
      [path, [...value, value.at(-1)]],
      ...inFirst.map(([at, grown]) => [at, value.with(0, grown)] as const),
    ]
  }
  return Object.entries(Object(value)).flatMap(([name, member]) =>
    growLeaves(member, path === '' ? name : `${path}.${name}`).map(
      ([at, grown]) => [at, { ...(value as object), [name]: grown }] as const,
    ),
  )
}

/** Lists the paths at which an accepted value can still grow. @throws if the schema rejects the value itself */
export function listUnbounded(schema: v.GenericSchema, largest: unknown): readonly string[] {
  if (!v.is(schema, largest)) throw new Error(JSON.stringify(v.safeParse(schema, largest).issues))
  return growLeaves(largest).flatMap(([path, grown]) => (v.is(schema, grown) ? [path] : []))
}
