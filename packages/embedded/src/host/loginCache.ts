import { type ChainId, isChainId } from '@foyer/protocol'

/** What the page remembers of a login; that it is there says that there was one. @source ledger 4.9 */
export type LoginRecord = {
  email?: string | undefined
  chainId?: ChainId | undefined
  username?: string | undefined
}

/** Kept in local storage, and in memory where there is none. */
export type LoginCache = {
  read(): LoginRecord | undefined
  write(record: LoginRecord): void
  clear(): void
  /** The frame did not hear that the visitor has signed out. */
  readonly isLeaving: () => boolean
  setLeaving(isLeaving: boolean): void
}

/** @param projectId - Two projects of one page share nothing. */
export function createLoginCache(projectId: string): LoginCache {
  const prefix = `foyer.1.${projectId.replaceAll('%', '%25').replaceAll('.', '%2E')}`
  const memory = new Map<string, string>()
  const get = (name: string): string | undefined => {
    try {
      return localStorage.getItem(`${prefix}.${name}`) ?? memory.get(name)
    } catch {
      // Blocked storage is an ordinary state of a browser.
      return memory.get(name)
    }
  }
  const set = (name: string, text: string | undefined) => {
    if (text === undefined) memory.delete(name)
    else memory.set(name, text)
    try {
      if (text === undefined) localStorage.removeItem(`${prefix}.${name}`)
      else localStorage.setItem(`${prefix}.${name}`, text)
    } catch {
      // See above.
    }
  }
  return {
    read: () => parse(get('login')),
    write: (record) => set('login', JSON.stringify(record)),
    clear: () => set('login', undefined),
    isLeaving: () => get('login-leaving') !== undefined,
    setLeaving: (isLeaving) => set('login-leaving', isLeaving ? '1' : undefined),
  }
}

function parse(stored: string | undefined): LoginRecord | undefined {
  if (stored === undefined) return undefined
  try {
    const { chainId, email, username } = Object(JSON.parse(stored)) as Record<string, unknown>
    return {
      ...(typeof email === 'string' && { email }),
      ...(typeof username === 'string' && { username }),
      ...(typeof chainId === 'string' && isChainId(chainId) && { chainId }),
    }
  } catch {
    // Not ours.
    return undefined
  }
}
