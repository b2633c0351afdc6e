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
  /** `undefined` removes. */
  write(key: string, value: unknown): void
  /** The full key in the backing, for listening to other tabs. */
  keyOf(key: string): string
}

/** Raised when the shape of what is stored changes: older values are dropped, never misread. */
export const storageVersion = 1

export function createStorage({
  backing,
  storageKey,
}: {
  backing: StorageBacking | undefined
  storageKey: string
}): Storage {
  const base = 'foyer.'
  const prefix = `${base}${storageVersion}.${storageKey}.`
  /** Wins over the backing for keys that it refused to take. */
  const memory = new Map<string, string | undefined>()
  const attempt = <value>(run: () => value): value | undefined => {
    try {
      return run()
    } catch {
      // Blocked or full storage is an ordinary state of a browser: memory serves until the reload.
      return undefined
    }
  }
  attempt(() => dropOlderVersions(backing, base, storageKey))

  const remove = (key: string) => {
    memory.delete(key)
    attempt(() => backing?.removeItem(key))
    if (attempt(() => backing?.getItem(key) ?? null) !== null && backing) memory.set(key, undefined)
  }

  return {
    keyOf: (key) => prefix + key,
    read(key, parse) {
      const full = prefix + key
      const text = memory.has(full)
        ? memory.get(full)
        : (attempt(() => backing?.getItem(full)) ?? undefined)
      if (text === undefined) return undefined
      const value = attempt(() => parse(JSON.parse(text)))
      if (value === undefined) remove(full)
      return value
    },
    write(key, value) {
      const full = prefix + key
      if (value === undefined) return remove(full)
      const text = JSON.stringify(value)
      const stored = attempt(() => {
        backing?.setItem(full, text)
        return backing?.getItem(full) === text
      })
      if (stored) memory.delete(full)
      else memory.set(full, text)
    },
  }
}

function dropOlderVersions(
  backing: StorageBacking | undefined,
  base: string,
  storageKey: string,
): void {
  const stale: string[] = []
  for (let index = 0; index < (backing?.length ?? 0); index++) {
    const key = backing?.key?.(index)
    const [version, rest] = key?.startsWith(base) ? splitOnce(key.slice(base.length)) : []
    if (key && rest?.startsWith(`${storageKey}.`) && Number(version) < storageVersion)
      stale.push(key)
  }
  for (const key of stale) backing?.removeItem(key)
}

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}
