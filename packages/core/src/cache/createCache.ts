import * as v from 'valibot'
import type { Storage } from '../storage/createStorage.ts'

/** Server data: in memory, in storage when asked, one load at a time for each key. */
export type Cache = {
  /**
   * The cached value of `key`, or what `load` gives. A failed load is not kept.
   *
   * @param ttlMs - How long a value is good, ms.
   * @param schema - Given: the value is kept in storage too, and parsed by it when read.
   */
  cached<value>(parameters: {
    key: string
    ttlMs: number
    load: () => Promise<value>
    schema?: v.GenericSchema<unknown, value>
    /** Do not answer from the cache. @default false */
    force?: boolean
  }): Promise<value>
  clear(): void
}

/** How many values stay in memory; the one unused for longest goes first. @source ledger 9.16 */
export const cacheSize = 8192
/** How many values of one kind stay in storage, which is small. */
const storedSize = 32

export function createCache(storage: Storage): Cache {
  const memory = new Map<string, { value: unknown; until: number }>()
  const loading = new Map<string, Promise<unknown>>()

  const remember = (key: string, entry: { value: unknown; until: number }) => {
    memory.delete(key)
    memory.set(key, entry)
    if (memory.size > cacheSize) memory.delete(memory.keys().next().value as string)
  }
  const readStored = (key: string) => {
    const [kind] = key.split(':')
    return storage.read(`cache.${kind}`, stored)?.find((entry) => entry.key === key)
  }
  const writeStored = (key: string, value: unknown, until: number) => {
    const [kind] = key.split(':')
    const others = (storage.read(`cache.${kind}`, stored) ?? []).filter(
      (entry) => entry.key !== key && entry.until > Date.now(),
    )
    storage.write(`cache.${kind}`, [{ key, value, until }, ...others].slice(0, storedSize))
  }

  return {
    async cached({ force = false, key, load, schema, ttlMs }) {
      if (!force) {
        const hit = memory.get(key) ?? (schema && readStored(key))
        if (hit && hit.until > Date.now()) {
          const parsed = schema
            ? v.safeParse(schema, hit.value)
            : { success: true as const, output: hit.value }
          if (parsed.success) {
            remember(key, hit as { value: unknown; until: number })
            return parsed.output as never
          }
        }
      }
      const running = loading.get(key)
      if (running) return running as never
      const promise = load().then((value) => {
        const until = Date.now() + ttlMs
        remember(key, { value, until })
        if (schema) writeStored(key, value, until)
        return value
      })
      loading.set(key, promise)
      try {
        return await promise
      } finally {
        loading.delete(key)
      }
    },
    clear: () => memory.clear(),
  }
}

const stored = v.array(v.object({ key: v.string(), value: v.unknown(), until: v.number() }))
