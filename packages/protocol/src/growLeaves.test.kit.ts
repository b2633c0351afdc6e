import * as v from 'valibot'

/** The value with one of its texts, numbers or lists grown by one, for each of them, with the path of what grew. */
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

/** The paths at which a value that the schema takes may still grow. @throws when it takes not even the value */
export function listUnbounded(schema: v.GenericSchema, largest: unknown): readonly string[] {
  if (!v.is(schema, largest)) throw new Error(JSON.stringify(v.safeParse(schema, largest).issues))
  return growLeaves(largest).flatMap(([path, grown]) => (v.is(schema, grown) ? [path] : []))
}
