import { abortable } from '@foyer/protocol'
import type { GenericSchema } from 'valibot'
import type { Foyer } from '../foyer.ts'

/** Number of values in memory; the least recently used is evicted first. @source spec 9.16 */
export const cacheSize = 8192
/** Number of values of one kind in storage, whose size is limited. */
const storedSize = 32

/**
 * Returns the cached value of `key`, or loads it; concurrent calls share one load. Failed loads are not cached.
 *
 * @param parameters.key - Kind, colon, the rest: `balance:eip155:1:0x…`.
 * @param parameters.ttlMs - Time to live, ms.
 * @param parameters.schema - If given, the value is stored too, and parsed when read.
 * @param parameters.force - Load again, ignoring the cache and any running load. @default false
 * @param parameters.signal - Aborts this call only; the load continues for the others and is cached.
 */
export async function cached<value>(
  foyer: Foyer,
  {
    force = false,
    key,
    load,
    schema,
    signal,
    ttlMs,
  }: {
    key: string
    ttlMs: number | ((value: value) => number)
    load: () => Promise<value>
    schema?: GenericSchema<unknown, value>
    force?: boolean
    signal?: AbortSignal | undefined
  },
): Promise<value> {
  const { loading, memory } = foyer.cache
  const ttlOf = (value: value) => (typeof ttlMs === 'number' ? ttlMs : ttlMs(value))
  /** Not expired, and not written by a clock that was wrong. */
  const isFresh = ({ until, value }: { until: number; value: value }) =>
    until > Date.now() && until <= Date.now() + ttlOf(value)
  if (!force) {
    const kept = memory.get(key) as { value: value; until: number } | undefined
    const hit = kept && isFresh(kept) ? kept : schema && readStored(foyer, key, schema)
    if (hit && isFresh(hit)) {
      remember(foyer, key, hit)
      return hit.value
    }
  }
  const running = force ? undefined : (loading.get(key) as Promise<value> | undefined)
  if (running) return abortable(running, signal)
  const promise: Promise<value> = Promise.resolve()
    .then(load)
    .then((value) => {
      // A forced load that began later has the newer value.
      if (loading.get(key) !== promise) return value
      const entry = { value, until: Date.now() + ttlOf(value) }
      remember(foyer, key, entry)
      if (schema) writeStored(foyer, key, entry)
      return value
    })
    .finally(() => {
      if (loading.get(key) === promise) loading.delete(key)
    })
  loading.set(key, promise)
  return abortable(promise, signal)
}

type Entry = { readonly value: unknown; readonly until: number }

function remember({ cache: { memory } }: Foyer, key: string, entry: Entry): void {
  memory.delete(key)
  memory.set(key, entry)
  if (memory.size > cacheSize) memory.delete(memory.keys().next().value as string)
}

function storageKeyOf(key: string): string {
  return `cache.${key.slice(0, key.indexOf(':'))}`
}

type StoredEntry = Entry & { readonly key: string }

/** Drops invalid entries, without the schema library: wallets are cached before it is loaded. */
function parseEntries(stored: unknown): StoredEntry[] | undefined {
  return Array.isArray(stored) ? stored.filter(isEntry) : undefined
}

function isEntry(entry: unknown): entry is StoredEntry {
  const { key, until } = Object(entry) as Partial<Record<string, unknown>>
  return typeof key === 'string' && typeof until === 'number'
}

function readEntries({ storage }: Foyer, key: string): StoredEntry[] {
  return storage.read(storageKeyOf(key), parseEntries) ?? []
}

function readStored<value>(
  foyer: Foyer,
  key: string,
  schema: GenericSchema<unknown, value>,
): { value: value; until: number } | undefined {
  const entry = readEntries(foyer, key).find((one) => one.key === key)
  if (!entry) return undefined
  // Declared here to avoid a dependency. @source https://standardschema.dev
  const parsed = schema['~standard'].validate(entry.value)
  if (parsed instanceof Promise || parsed.issues) return undefined
  return { value: parsed.value, until: entry.until }
}

function writeStored(foyer: Foyer, key: string, entry: Entry): void {
  const others = readEntries(foyer, key).filter(
    (other) => other.key !== key && other.until > Date.now(),
  )
  foyer.storage.write(storageKeyOf(key), [{ key, ...entry }, ...others].slice(0, storedSize))
}
