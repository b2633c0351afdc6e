import * as v from 'valibot'
import type { Browser } from './browser.ts'

/** Values by key, shared by the tabs of a site where its storage works. */
export type Store = {
  read<value>(key: string, schema: v.GenericSchema<unknown, value>): value | undefined
  /** `undefined` deletes. */
  write(key: string, value: unknown): void
  /** The keys that begin with `start`. */
  list(start: string): string[]
  /** True if other tabs see these writes. */
  isShared(): boolean
  /** Calls `post` with each later write that other tabs do not see: their `receive` takes it. */
  share(post: (key: string, value: unknown) => void): void
  /** Writes what another tab shares. */
  receive(key: string, value: unknown): void
}

/**
 * Stores values that survive a reload. Never throws: if storage is blocked or full, values stay in memory; values of
 * another shape are dropped.
 */
export function createStore(backing: Browser['storage'], prefix: string): Store {
  /** Overrides the backing for keys that it failed to write or delete. */
  const memory = new Map<string, string | undefined>()
  const attempt = <value>(run: () => value): value | undefined => {
    try {
      return run()
    } catch {
      // Blocked or full storage is normal in browsers: memory is used until the reload.
      return undefined
    }
  }
  const get = (key: string) =>
    memory.has(key) ? memory.get(key) : (attempt(() => backing?.getItem(key)) ?? undefined)
  const works = attempt(() => {
    backing?.setItem(`${prefix}.`, '')
    const isKept = backing?.getItem(`${prefix}.`) === ''
    backing?.removeItem(`${prefix}.`)
    return isKept
  })

  let post: Parameters<Store['share']>[0] = () => {}
  /** @returns True if other tabs see it. */
  const put = (name: string, value: unknown): boolean => {
    const key = prefix + name
    const wasSeen = !memory.has(key)
    const text = value === undefined ? undefined : JSON.stringify(value)
    attempt(() => (text === undefined ? backing?.removeItem(key) : backing?.setItem(key, text)))
    const isKept = (attempt(() => backing?.getItem(key)) ?? undefined) === text
    if (isKept) memory.delete(key)
    else memory.set(key, text)
    return isKept && wasSeen
  }
  const write: Store['write'] = (name, value) => {
    if (!put(name, value)) post(name, value)
  }
  return {
    write,
    receive: put,
    share(given) {
      post = given
    },
    isShared: () => works === true,
    read(name, schema) {
      const text = get(prefix + name)
      if (text === undefined) return undefined
      const parsed = v.safeParse(
        schema,
        attempt(() => JSON.parse(text)),
      )
      if (parsed.success) return parsed.output
      write(name, undefined)
      return undefined
    },
    list(start) {
      const keys = new Set<string>()
      attempt(() => {
        for (let at = 0; at < (backing?.length ?? 0); at++) keys.add(backing?.key(at) ?? '')
      })
      for (const [key, text] of memory) text === undefined ? keys.delete(key) : keys.add(key)
      const from = prefix + start
      return [...keys]
        .filter((key) => key.startsWith(from))
        .map((key) => key.slice(prefix.length))
        .sort()
    },
  }
}
