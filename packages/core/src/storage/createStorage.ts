/** Backing of a {@link Storage}, such as local storage. */
export type StorageBacking = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Needed to remove the values of older versions. */
  readonly length?: number
  key?(index: number): string | null
}

/**
 * Stores values under one prefix and version. Never throws: falls back to memory when storage is blocked, full or
 * corrupt.
 */
export type Storage = {
  /**
   * @param parse - Returns undefined for an invalid value, which is removed.
   * @returns undefined if there is none.
   */
  read<value>(key: string, parse: (stored: unknown) => value | undefined): value | undefined
  /** Stores a JSON value; `undefined` and values that JSON cannot represent delete the entry. */
  write(key: string, value: unknown): void
  /** Full key in the backing, to match the storage events of other tabs. */
  keyOf(key: string): string
}

/** Increased when the shape of stored values changes: older values are dropped, never misread. */
export const storageVersion = 1

const base = 'foyer.'

export function createStorage({
  backing,
  storageKey,
}: {
  backing: StorageBacking | undefined
  storageKey: string
}): Storage {
  // Dots separate the segments: `a` and `a.b` must not collide.
  const owner = storageKey.replaceAll('%', '%25').replaceAll('.', '%2E')
  const prefix = `${base}${storageVersion}.${owner}.`
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
      // The old value must not come back after the reload.
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
