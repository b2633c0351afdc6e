import * as v from 'valibot'
import type { Foyer } from '../createFoyer.ts'

/** How many values stay in memory; the one unused for longest goes first. @source ledger 9.16 */
export const cacheSize = 8192
/** How many values of one kind stay in storage, which is small. */
const storedSize = 32

const entries = v.array(v.object({ key: v.string(), value: v.unknown(), until: v.number() }))

/**
 * The cached value of `key`, or what `load` gives; calls at the same time share one load. A failed load is not kept.
 *
 * @param parameters.key - Kind, colon, the rest: `balance:eip155:1:0x…`.
 * @param parameters.ttlMs - How long a value is good, ms.
 * @param parameters.schema - Given: the value is kept in storage too, and parsed by it when read.
 * @param parameters.force - Do not answer from what is kept. @default false
 */
export async function cached<value>(
  foyer: Foyer,
  {
    force = false,
    key,
    load,
    schema,
    ttlMs,
  }: {
    key: string
    ttlMs: number
    load: () => Promise<value>
    schema?: v.GenericSchema<unknown, value>
    force?: boolean
  },
): Promise<value> {
  const { loading, memory } = foyer.cache
  if (!force) {
    const hit = memory.get(key) ?? (schema && readStored(foyer, key))
    if (hit && hit.until > Date.now()) {
      const value = schema ? parse(schema, hit.value) : { output: hit.value as value }
      if (value) {
        remember(foyer, key, hit)
        return value.output
      }
    }
  }
  const running = loading.get(key)
  if (running) return running as Promise<value>
  const promise = load().then((value) => {
    const entry = { value, until: Date.now() + ttlMs }
    remember(foyer, key, entry)
    if (schema) writeStored(foyer, key, entry)
    return value
  })
  loading.set(key, promise)
  try {
    return await promise
  } finally {
    loading.delete(key)
  }
}

type Entry = { readonly value: unknown; readonly until: number }

function parse<output>(
  schema: v.GenericSchema<unknown, output>,
  value: unknown,
): { output: output } | undefined {
  const parsed = v.safeParse(schema, value)
  return parsed.success ? { output: parsed.output } : undefined
}

function remember({ cache: { memory } }: Foyer, key: string, entry: Entry): void {
  memory.delete(key)
  memory.set(key, entry)
  if (memory.size > cacheSize) memory.delete(memory.keys().next().value as string)
}

function storageKeyOf(key: string): string {
  return `cache.${key.slice(0, key.indexOf(':'))}`
}

function readEntries({ storage }: Foyer, key: string) {
  return storage.read(storageKeyOf(key), (value) => parse(entries, value)?.output) ?? []
}

function readStored(foyer: Foyer, key: string): Entry | undefined {
  return readEntries(foyer, key).find((entry) => entry.key === key)
}

function writeStored(foyer: Foyer, key: string, entry: Entry): void {
  const others = readEntries(foyer, key).filter(
    (other) => other.key !== key && other.until > Date.now(),
  )
  foyer.storage.write(storageKeyOf(key), [{ key, ...entry }, ...others].slice(0, storedSize))
}
