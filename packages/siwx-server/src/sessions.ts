import { type SignInSession, sessionAnswer } from '@foyer/protocol/signIn'
import * as v from 'valibot'
import { createHmac, fromBase64Url, randomHex, toBase64Url } from './hmac.ts'

/** Keeps sessions behind the cookie's value. */
export type SessionStore = {
  /** @returns The cookie's value, at most 3,500 characters. */
  create(session: SignInSession): Promise<string>
  /** @returns undefined for an unknown or changed value. */
  read(token: string): Promise<SignInSession | undefined>
  /**
   * Changes a session in one step, so that it never comes back after {@link SessionStore.remove}.
   *
   * @param changes - What to replace; the rest stays as it is then.
   * @returns The cookie's value from now on; undefined if the session has ended.
   */
  update(
    token: string,
    changes: Partial<Pick<SignInSession, 'accounts' | 'expiresAt'>>,
  ): Promise<string | undefined>
  /** Ends a session that was replaced or signed out. */
  remove(token: string): Promise<void>
  /**
   * Ends a session that is replaced, and returns it as it was then, in one step, so that the next one has no account that
   * signed out meanwhile. Without it, accounts that sign out while another one signs in can come back.
   *
   * @returns undefined if it has ended already.
   */
  take?(token: string): Promise<SignInSession | undefined>
}

/**
 * Keeps each session in its own cookie, signed: nothing is stored, so that a copied cookie can be prolonged until
 * `sessionMaxMs`, even after a sign-out, and an account that signs out while another one signs in can come back.
 *
 * @param secret - At least 32 characters; further ones were used before. @throws TypeError for a short one
 */
export function signedSessions(...secret: readonly string[]): SessionStore {
  const hmac = createHmac(secret)
  const store: SessionStore = {
    async create(session) {
      const body = toBase64Url(new TextEncoder().encode(JSON.stringify(session)))
      return `${body}.${await hmac.sign(`session ${body}`)}`
    },
    async update(token, changes) {
      const session = await store.read(token)
      return session && store.create({ ...session, ...changes })
    },
    async read(token) {
      const [body = '', signature = ''] = token.split('.')
      if (!(await hmac.verify(`session ${body}`, signature))) return undefined
      const json: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(body)))
      const parsed = v.safeParse(sessionAnswer, { session: json })
      return parsed.success ? (parsed.output.session ?? undefined) : undefined
    },
    remove: async () => {},
  }
  return store
}

/**
 * Keeps sessions in the memory of this process, behind a random value: a sign-out ends them. They end with the process.
 *
 * @param options.max - The oldest ones above it end. @default 100000
 */
export function memorySessions({ max = 100_000 }: { max?: number | undefined } = {}): SessionStore {
  const sessions = new Map<string, SignInSession>()
  return {
    async create(session) {
      const token = randomHex(32)
      sessions.set(token, session)
      const [oldest] = sessions.keys()
      if (sessions.size > max && oldest !== undefined) sessions.delete(oldest)
      return token
    },
    read: async (token) => sessions.get(token),
    async update(token, changes) {
      const session = sessions.get(token)
      if (!session) return undefined
      sessions.set(token, { ...session, ...changes })
      return token
    },
    async remove(token) {
      sessions.delete(token)
    },
    async take(token) {
      const session = sessions.get(token)
      sessions.delete(token)
      return session
    },
  }
}
