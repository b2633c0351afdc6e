import * as v from 'valibot'
import type { Browser } from './browser.ts'

/** Values by key, shared by the tabs of a site where its storage works. */
export type Store = {
  read<value>(key: string, schema: v.GenericSchema<unknown, value>): value | undefined
  /** `undefined` removes. */
  write(key: string, value: unknown): void
  /** The keys that begin with `start`. */
  list(start: string): string[]
  /** Whether other tabs see what this one writes. */
  isShared(): boolean
}

/**
 * Keeps what must outlive a reload. Never throws: what a blocked or full storage does not take stays in memory, and
 * what it gives back in another shape is dropped.
 */
export function createStore(backing: Browser['storage'], prefix: string): Store {
  /** Wins over the backing for what it refused to take or to give up. */
  const memory = new Map<string, string | undefined>()
  const attempt = <value>(run: () => value): value | undefined => {
    try {
      return run()
    } catch {
      // Blocked or full storage is an ordinary state of a browser: memory serves until the reload.
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

  const write: Store['write'] = (name, value) => {
    const key = prefix + name
    const text = value === undefined ? undefined : JSON.stringify(value)
    attempt(() => (text === undefined ? backing?.removeItem(key) : backing?.setItem(key, text)))
    if ((attempt(() => backing?.getItem(key)) ?? undefined) === text) memory.delete(key)
    else memory.set(key, text)
  }
  return {
    write,
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
