/** Where a {@link Storage} keeps its text: local storage fits. */
export type StorageBacking = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** For removing what an older version left; without it that stays. */
  readonly length?: number
  key?(index: number): string | null
}

/** Values under one prefix and version. Never throws: blocked, full or corrupt storage acts as memory. */
export type Storage = {
  /**
   * @param parse - Gives undefined for what is not of the right shape; that is removed.
   * @returns undefined when there is none.
   */
  read<value>(key: string, parse: (stored: unknown) => value | undefined): value | undefined
  /** Keeps what JSON can hold; `undefined`, and what JSON can not hold, removes. */
  write(key: string, value: unknown): void
  /** The full key in the backing, for listening to other tabs. */
  keyOf(key: string): string
}

/** Raised when the shape of what is stored changes: older values are dropped, never misread. */
export const storageVersion = 1

const base = 'foyer.'

export function createStorage({
  backing,
  storageKey,
}: {
  backing: StorageBacking | undefined
  storageKey: string
}): Storage {
  // Dots part the segments: `a` and `a.b` must not meet.
  const owner = storageKey.replaceAll('%', '%25').replaceAll('.', '%2E')
  const prefix = `${base}${storageVersion}.${owner}.`
  /** Wins over the backing for keys that it refused to take or to give up. */
  const memory = new Map<string, string | undefined>()
  const attempt = <value>(run: () => value): value | undefined => {
    try {
      return run()
    } catch {
      // Blocked or full storage is an ordinary state of a browser: memory serves until the reload.
      return undefined
    }
  }
  const get = (key: string): string | undefined => {
    const text = attempt(() => backing?.getItem(key))
    return typeof text === 'string' ? text : undefined
  }
  const remove = (key: string) => {
    attempt(() => backing?.removeItem(key))
    if (get(key) === undefined) memory.delete(key)
    else memory.set(key, undefined)
  }
  attempt(() => dropOlderVersions(backing, owner))

  return {
    keyOf: (key) => prefix + key,
    read(key, parse) {
      const full = prefix + key
      const text = memory.has(full) ? memory.get(full) : get(full)
      if (text === undefined) return undefined
      const value = attempt(() => parse(JSON.parse(text)))
      if (value === undefined) remove(full)
      return value
    },
    write(key, value) {
      const full = prefix + key
      const text = attempt(() => JSON.stringify(value))
      if (text === undefined) return remove(full)
      attempt(() => backing?.setItem(full, text))
      if (get(full) === text) return memory.delete(full)
      // What was there before must not come back after the reload.
      remove(full)
      memory.set(full, text)
    },
  }
}

function dropOlderVersions(backing: StorageBacking | undefined, owner: string): void {
  const stale: string[] = []
  for (let index = 0; index < (backing?.length ?? 0); index++) {
    const key = backing?.key?.(index)
    const [name, version, owned] = key?.split('.') ?? []
    if (key && `${name}.` === base && owned === owner && Number(version) < storageVersion)
      stale.push(key)
  }
  for (const key of stale) backing?.removeItem(key)
}
