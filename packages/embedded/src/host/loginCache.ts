import type { ChainId } from '@foyer/protocol'

/** The page's record of a login; its presence means that there was one. @source spec 4.9 */
export type LoginRecord = {
  email?: string | undefined
  chainId?: ChainId | undefined
  username?: string | undefined
  /** By the site's own login, which can renew it. */
  custom?: true | undefined
}

/** Kept in local storage, else in memory. */
export type LoginCache = {
  read(): LoginRecord | undefined
  write(record: LoginRecord): void
  clear(): void
  /** The sign-out has not reached the frame yet. */
  readonly isLeaving: () => boolean
  setLeaving(isLeaving: boolean): void
  /** The user has disconnected: no login without a click. */
  readonly hasLeft: () => boolean
  setLeft(hasLeft: boolean): void
}

/** @param projectId - Two projects on one page share nothing. */
export function createLoginCache(projectId: string): LoginCache {
  const prefix = `foyer.1.${projectId.replaceAll('%', '%25').replaceAll('.', '%2E')}.`
  const memory = new Map<string, string>()
  /** Blocked storage is normal in browsers. */
  const attempt = <value>(run: () => value): value | undefined => {
    try {
      return run()
    } catch {
      return undefined
    }
  }
  const get = (name: string) =>
    memory.get(name) ?? attempt(() => localStorage.getItem(prefix + name)) ?? undefined
  const set = (name: string, text: string) => {
    memory.set(name, text)
    attempt(() => localStorage.setItem(prefix + name, text))
  }
  const remove = (name: string) => {
    memory.delete(name)
    attempt(() => localStorage.removeItem(prefix + name))
  }
  return {
    read: () => attempt(() => Object(JSON.parse(get('login') as string)) as LoginRecord),
    write: (record) => set('login', JSON.stringify(record)),
    clear: () => remove('login'),
    isLeaving: () => get('login-leaving') !== undefined,
    setLeaving: (isLeaving) => (isLeaving ? set('login-leaving', '1') : remove('login-leaving')),
    hasLeft: () => get('login-left') !== undefined,
    setLeft: (hasLeft) => (hasLeft ? set('login-left', '1') : remove('login-left')),
  }
}
