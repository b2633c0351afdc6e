import { type ChainId, FoyerError, toFoyerError } from '@foyer/protocol'
import {
  isSameAccount,
  parseSignIn,
  type SignInSession,
  signInAnswer,
  signOutRequest,
} from '@foyer/protocol/signIn'
import { type EvmClient, verifySignIn } from '@foyer/siwx/verify'
import { createCookies } from './cookies.ts'
import { createHmac, randomHex } from './hmac.ts'
import { makeNonce, memoryNonces, type NonceStore, readNonce } from './nonces.ts'
import { readBody } from './readBody.ts'
import { refuseOtherSites } from './refuseOtherSites.ts'
import { type SessionStore, signedSessions } from './sessions.ts'
import { statusOf } from './statusOf.ts'

/** The sign-in of one site, for its server. */
export type Siwx = {
  /**
   * Answers `GET nonce`, `POST verify`, `GET session` and `POST sign-out` below the base path; 404 for any other path.
   * Never rejects.
   */
  handle(request: Request): Promise<Response>
  /**
   * Reads the accounts that have signed in, for the site's own routes.
   *
   * @param from - The request, or its `Cookie` header.
   * @returns undefined if nobody did, or the session has expired.
   */
  readSession(from: Request | string | null | undefined): Promise<SignInSession | undefined>
}

/** Most accounts of a session. */
const mostAccounts = 10

/**
 * Creates the sign-in of a site: nonces that only one browser can use once, verification of messages of every namespace,
 * and sessions in a cookie. Needs Web APIs only, so that it runs in Node, on edge platforms, and in any framework.
 *
 * @throws TypeError for an origin with a path, or a short secret
 * @example
 * ```ts
 * const siwx = createSiwx({ origin: 'https://app.example', secret: process.env.SIWX_SECRET ?? '' })
 * app.all('/siwx/*', (c) => siwx.handle(c.req.raw))
 * const session = await siwx.readSession(request) // { accounts: [{ address, chainId }], … }
 * ```
 */
export function createSiwx(options: createSiwx.Options): Siwx {
  const {
    basePath = '/siwx',
    chains,
    clients,
    nonces = memoryNonces(),
    nonceTtlMs = 300_000,
    origin,
    sessionMaxMs = 30 * 86_400_000,
    sessionTtlMs = 7 * 86_400_000,
  } = options
  const secrets = typeof options.secret === 'string' ? [options.secret] : options.secret
  const sessions = options.sessions ?? signedSessions(...secrets)
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new TypeError(`origin must be like https://app.example, not ${origin}`)
  const hmac = createHmac(secrets)
  const cookies = createCookies(origin)
  const headerOf = (request: Request) => request.headers.get('cookie')

  const readToken = async (header: string | null | undefined) => {
    const token = cookies.read(header, 'session')
    if (token === undefined) return undefined
    const session = await sessions.read(token)
    return session && session.expiresAt > Date.now() ? { session, token } : undefined
  }
  /** When a session ends that is used now. */
  const endOf = (issuedAt: number) => Math.min(Date.now() + sessionTtlMs, issuedAt + sessionMaxMs)
  const none = () => answer({ session: null }, [cookies.write('session', '', 0)])
  /** Gives a session to the browser; one that ended meanwhile is none. */
  const give = (session: SignInSession, token: string | undefined) => {
    if (token === undefined) return none()
    const lifeS = Math.floor((session.expiresAt - Date.now()) / 1000)
    return answer({ session }, [cookies.write('session', token, lifeS)])
  }
  /** Ends a session. @returns it as it was then */
  const end = async ({ session, token }: { session: SignInSession; token: string }) => {
    if (sessions.take) return sessions.take(token)
    await sessions.remove(token)
    return session
  }
  const update = async (
    { session, token }: { session: SignInSession; token: string },
    changes: Parameters<SessionStore['update']>[1],
  ) => give({ ...session, ...changes }, await sessions.update(token, changes))

  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    async 'GET nonce'(request) {
      const known = cookies.read(headerOf(request), 'browser')
      const browser = known && /^[0-9a-f]{32}$/.test(known) ? known : randomHex(16)
      const expiresAt = Date.now() + nonceTtlMs
      const nonce = await makeNonce(hmac, { browser, expiresAt })
      const cookie = cookies.write('browser', browser, Math.ceil(nonceTtlMs / 1000))
      return answer({ nonce, expiresAt }, [cookie])
    },
    async 'POST verify'(request) {
      const signed = await readBody(request, signInAnswer)
      const { nonce } = parseSignIn(signed.message)
      const browser = cookies.read(headerOf(request), 'browser') ?? ''
      const expiresAt = await readNonce(hmac, { browser, nonce })
      if (expiresAt === undefined || expiresAt <= Date.now())
        throw new FoyerError('unauthorized', {
          details: 'The nonce has expired, or was made for another browser.',
        })
      const { host: domain } = new URL(origin)
      const checks = { chains, clients, domain, nonce, origin }
      const { address, chainId } = await verifySignIn(signed, checks)
      if (!(await nonces.use(nonce, expiresAt)))
        throw new FoyerError('unauthorized', { details: 'The nonce was used before.' })
      const found = await readToken(headerOf(request))
      // Replaced, so that a value from before is worth nothing.
      const before = found && (await end(found))
      const others = accountsBeside(before, address)
      // Signing in makes no other account's sign-in younger.
      const issuedAt = others.length > 0 && before ? before.issuedAt : Date.now()
      const accounts = [{ address, chainId }, ...others].slice(0, mostAccounts)
      const session = { accounts, issuedAt, expiresAt: endOf(issuedAt) }
      return give(session, await sessions.create(session))
    },
    async 'GET session'(request) {
      const found = await readToken(headerOf(request))
      if (!found) return answer({ session: null })
      const { session } = found
      const expiresAt = endOf(session.issuedAt)
      const isOld = session.expiresAt - Date.now() < sessionTtlMs / 2
      return isOld && expiresAt > session.expiresAt
        ? update(found, { expiresAt })
        : answer({ session })
    },
    async 'POST sign-out'(request) {
      const { address } = await readBody(request, signOutRequest)
      const found = await readToken(headerOf(request))
      if (!found) return none()
      const accounts = address === undefined ? [] : accountsBeside(found.session, address)
      if (accounts.length > 0) return update(found, { accounts })
      await sessions.remove(found.token)
      return none()
    },
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url)
      const name = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1) : ''
      const key = `${request.method} ${name}`
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined
      try {
        if (!route) throw new FoyerError('resource-not-found')
        refuseOtherSites(request, origin)
        return await route(request)
      } catch (thrown) {
        const { code, details, message } = toFoyerError(thrown, 'internal')
        // An error of a store may name what only the operator should read.
        const said = code === 'internal' ? message : (details ?? message)
        return answer({ error: { code, message: said } }, [], statusOf(code))
      }
    },
    readSession: async (from) =>
      (await readToken(typeof from === 'object' && from !== null ? headerOf(from) : from))?.session,
  }
}

export declare namespace createSiwx {
  type Options = {
    /** Origin of the site, as browsers see it: `https://app.example`. Messages must name it. */
    origin: string
    /** At least 32 random characters, in the environment. Several: the first signs, the others are still accepted. */
    secret: string | readonly string[]
    /** Networks that may sign in. @default all */
    chains?: readonly ChainId[] | undefined
    /** viem's public clients, for smart accounts (ERC-1271, ERC-6492). @default only accounts with a key */
    clients?: Partial<Readonly<Record<ChainId, EvmClient>>> | undefined
    /** Path of the four calls. @default '/siwx' */
    basePath?: string | undefined
    /** @default memoryNonces() */
    nonces?: NonceStore | undefined
    /** Time to sign, ms. @default 300000 */
    nonceTtlMs?: number | undefined
    /** @default signedSessions(secret) */
    sessions?: SessionStore | undefined
    /** Life of a session, ms; `GET session` in its second half begins it anew. @default 604800000 */
    sessionTtlMs?: number | undefined
    /** Longest life of a session since its first account signed in, ms. @default 2592000000 */
    sessionMaxMs?: number | undefined
  }
}

const accountsBeside = (session: SignInSession | undefined, address: string) =>
  session?.accounts.filter((one) => !isSameAccount(one.address, address)) ?? []

function answer(body: object, setCookies: readonly string[] = [], status = 200): Response {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(JSON.stringify(body), { headers, status })
}
