import {
  type Connector,
  connect,
  type Foyer,
  readMetadata,
  type Session,
  type SessionListener,
} from '@foyer/core'
import {
  type AuthConnector,
  type AuthFacts,
  type EmitAuthEvent,
  followLogin,
} from '@foyer/core/internal'
import {
  type ChainId,
  FoyerError,
  type Namespace,
  namespaceOf,
  toFoyerError,
} from '@foyer/protocol'
import { type FrameMessageType, type FrameUser, walletMessages } from '@foyer/protocol/frame'
import type { CustomAuth } from './customAuth.ts'
import { type Client, createClient } from './host/createClient.ts'
import type { Login } from './host/createLogin.ts'
import { createProvider } from './host/createProvider.ts'
import { createLoginCache } from './host/loginCache.ts'

/** Time after which a sign-in has asked the user, ms. */
const promptMs = 500

/** The implementation of the connector, loaded on first use. */
export type OpenEmbedded = Pick<Client, 'ask' | 'abortRequests' | 'reload' | 'stop' | 'sync'> & {
  /** Sends the wallet's events to an instance, and its theme and metadata to the wallet. */
  attach(foyer: Foyer, connector: AuthConnector): () => void
  /** Sends an event to every instance. */
  readonly emit: EmitAuthEvent
  /** Loads the code of a login, once. */
  readonly login: () => Promise<Login>
  /** Connects by the site's own login without a click, unless the user was connected, or has disconnected. Never rejects. */
  connectSilently(foyer: Foyer, connector: AuthConnector): Promise<void>
  connect: Connector['connect']
  signIn: NonNullable<Connector['signIn']>
  disconnect(namespace: Namespace): Promise<void>
  watch(namespace: Namespace, listener: SessionListener): () => void
}

/** One namespace of the login. */
type NamespaceSession = {
  readonly listeners: Set<SessionListener>
  accounts: Session['accounts']
  chainId: ChainId
}

/** The part of {@link embedded} that loads on first use. */
export function openEmbedded({
  customAuth,
  facts,
  loginUrl,
  projectId,
  ...times
}: {
  loginUrl: string
  projectId: string
  customAuth?: CustomAuth | undefined
  loadMs?: number | undefined
  readyDelayMs?: number | undefined
  facts: AuthFacts
}): OpenEmbedded {
  if (!URL.canParse(loginUrl))
    throw new FoyerError('options-invalid', { details: `loginUrl: ${loginUrl}` })
  const cache = createLoginCache(projectId)
  const attached = new Set<EmitAuthEvent>()
  const emit: EmitAuthEvent = (name, event) => {
    for (const one of [...attached]) one(name, event)
  }
  const sessions = new Map<Namespace, NamespaceSession>()
  let user: FrameUser | undefined
  let login: Login | undefined
  let isCustom = cache.read()?.custom === true
  let renewing: Promise<boolean> | undefined

  const setUser = (next: FrameUser | undefined) => {
    user = next
    emit('user', next)
  }
  const notifyListeners = (
    session: NamespaceSession,
    call: (listener: SessionListener) => void,
  ) => {
    for (const listener of [...session.listeners]) call(listener)
  }
  /** Signing is impossible, so the address must not be shown. */
  const endLogin = () => {
    const before = cache.read()
    cache.clear()
    isCustom = false
    const ended = [...sessions.values()]
    sessions.clear()
    // Emit this first: listeners must distinguish it from a sign-out by the user.
    if (before) emit('lost', { email: before.email })
    for (const session of ended) notifyListeners(session, (listener) => listener.onDisconnect())
    if (user) setUser(undefined)
  }

  const client = createClient({
    ...times,
    loginUrl,
    projectId,
    facts,
    emit,
    onSessionEnded: () => void renew().then((renewed) => renewed || endLogin()),
    async onSetUp(ask) {
      if (cache.isLeaving()) {
        await ask('SIGN_OUT', {})
        cache.setLeaving(false)
      }
      // A new frame is on none of our networks yet; a removed network is refused on use.
      for (const { chainId } of sessions.values())
        await ask('SWITCH_NETWORK', { chainId }).catch(() => {})
    },
  })
  const ask: Client['ask'] = (type, payload, options) =>
    client.ask(type, payload, options).catch(async (error: FoyerError) => {
      if (error.code !== 'not-connected' || isRenewal(type)) throw error
      if (!(await renew())) {
        endLogin()
        throw error
      }
      if (options?.id === undefined) return client.ask(type, payload, options)
      // The frame knows each id once.
      throw new FoyerError('request-aborted', { details: 'The login was renewed: ask again.' })
    })
  const loadLogin = async (): Promise<Login> => {
    const { createLogin } = await import('./host/createLogin.ts')
    login ??= createLogin({
      ask,
      addMessages: client.addMessages,
      customAuth,
      async onAccountType() {
        const session = sessions.get('eip155')
        if (!session) return
        const { accounts } = storeUser(
          'eip155',
          await ask('GET_USER', { chainId: session.chainId }),
        )
        notifyListeners(session, (listener) => listener.onAccounts(accounts))
      },
      onCustom() {
        isCustom = true
        cache.setLeft(false)
      },
      onTimeout: () => emit('alert', 'frame-request-timed-out'),
      loginOrigin: new URL(loginUrl).origin,
      onEmail(email) {
        cache.write({ ...cache.read(), email })
        if (user) setUser({ ...user, email })
      },
    })
    return login
  }
  /** Replaces an ended session by a new one of the same account, if the site's own login gives one. */
  const renew = (): Promise<boolean> => {
    renewing ??= tryRenew().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const tryRenew = async (): Promise<boolean> => {
    if (!customAuth || !isCustom) return false
    try {
      const { connectCustom } = await loadLogin()
      const { action = 'CONNECT' } = await connectCustom()
      if (action !== 'CONNECT') return false
      for (const { accounts, chainId } of sessions.values()) {
        const { address } = await client.ask('GET_USER', { chainId })
        if (address === accounts[0]?.address) continue
        // Another user of the site: nothing may go on under the old address.
        await client.ask('SIGN_OUT', {})
        return false
      }
      return true
    } catch (error) {
      console.error(new FoyerError('not-connected', { cause: error, details: 'customAuth' }))
      return false
    }
  }

  const readSession = (namespace: Namespace): NamespaceSession => {
    const session = sessions.get(namespace)
    if (!session) throw new FoyerError('not-connected', { details: 'The login is over.' })
    return session
  }
  const storeUser = (namespace: Namespace, user: FrameUser): NamespaceSession => {
    if (namespaceOf(user.chainId) !== namespace)
      throw new FoyerError('connection-invalid', { details: `No account of ${namespace}.` })
    const isFirst = ({ address }: { address: string }) => address === user.address
    // The types of an account may share one address: the first is the preferred one.
    const own = user.accounts?.filter(isFirst) ?? []
    const others = user.accounts?.filter((account) => !isFirst(account)) ?? []
    const accounts = [...(own.length > 0 ? own : [{ address: user.address }]), ...others]
    const { listeners = new Set<SessionListener>() } = sessions.get(namespace) ?? {}
    const session = { listeners, accounts, chainId: user.chainId }
    sessions.set(namespace, session)
    cache.write({
      chainId: user.chainId,
      ...(user.email && { email: user.email }),
      ...(user.userName && { username: user.userName }),
      ...(isCustom && { custom: true }),
    })
    setUser(user)
    return session
  }

  return {
    ...client,
    ask,
    emit,
    attach(foyer, connector) {
      const { defaultAccountTypes, themeMode, themeVariables } = foyer.options
      // A modal may have set its theme already.
      facts.metadata ??= readMetadata(foyer)
      facts.theme ??= { themeMode, themeVariables }
      facts.accountType ??= defaultAccountTypes.eip155
      client.sync(facts)
      const following = followLogin(foyer, connector)
      attached.add(following.emit)
      return () => {
        attached.delete(following.emit)
        following.stop()
      }
    },
    login: loadLogin,
    async connectSilently(foyer, connector) {
      if (cache.read() || cache.hasLeft()) return
      try {
        const { connectCustom } = await loadLogin()
        const { action = 'CONNECT', reason } = await connectCustom()
        // Another login of this page came first.
        if (cache.read()) return
        if (action === 'CONNECT') return await connect(foyer, { connector })
        if (reason !== 'no-token')
          foyer.log('warn', 'the site’s own login did not connect', { action, reason })
      } catch (error) {
        foyer.log('error', 'the site’s own login failed', error)
      }
    },
    async connect({ chainId, metadata, namespace, networks, signal, silent }) {
      // Without a login create no frame. [4.7]
      if (silent && !cache.read()) throw new FoyerError('not-connected')
      if (!facts.metadata) {
        facts.metadata = metadata
        client.sync(facts)
      }
      const { isConnected } = await ask('IS_CONNECTED', {}, { signal })
      if (!isConnected && !(await renew())) {
        endLogin()
        throw new FoyerError('not-connected', { details: 'Log in first.' })
      }
      const requested =
        chainId ??
        networks.find(({ chainNamespace }) => chainNamespace === namespace)?.caipNetworkId
      const { accountType } = facts
      const frameUser = await ask(
        'GET_USER',
        {
          ...(requested && { chainId: requested }),
          ...(accountType && accountType !== 'payment' && { preferredAccountType: accountType }),
        },
        { signal },
      )
      const { accounts, chainId: current } = storeUser(namespace, frameUser)
      return {
        accounts,
        chainId: current,
        provider: createProvider({
          ask,
          emit,
          namespace: namespace === 'solana' ? 'solana' : 'eip155',
          read: () => {
            const session = readSession(namespace)
            return {
              addresses: [...new Set(session.accounts.map(({ address }) => address))],
              chainId: session.chainId,
            }
          },
          async switchTo(next) {
            const { chainId } = await ask('SWITCH_NETWORK', { chainId: next })
            const session = readSession(namespace)
            session.chainId = chainId
            cache.write({ ...cache.read(), chainId })
            notifyListeners(session, (listener) => listener.onChain(chainId))
          },
        }),
      }
    },
    async signIn({ chainId, message, signal }) {
      const id = crypto.randomUUID()
      const method = chainId.startsWith('solana:') ? 'solana_signMessage' : 'personal_sign'
      // A login just now counts as the approval, and is answered at once.
      let isShown = false
      const timer = setTimeout(() => {
        isShown = true
        emit('approval:start', { id, method })
      }, promptMs)
      const done = (error: FoyerError | undefined) => {
        clearTimeout(timer)
        const result = error ? undefined : ('signature' as const)
        if (isShown) emit('approval:end', { id, method, result, error })
      }
      try {
        const { signature } = await ask(
          'GET_USER',
          { chainId, siwxMessage: message },
          { id, signal },
        )
        if (signature === undefined) throw new FoyerError('unknown', { details: 'signature' })
        done(undefined)
        return signature
      } catch (thrown) {
        const error = toFoyerError(thrown)
        done(error)
        throw error
      }
    },
    async disconnect(namespace) {
      sessions.delete(namespace)
      // One session serves all namespaces: the last to disconnect ends it.
      if (sessions.size > 0) return
      cache.clear()
      isCustom = false
      cache.setLeft(customAuth?.silent === true)
      cache.setLeaving(true)
      if (user) setUser(undefined)
      const signal = AbortSignal.timeout(walletMessages.SIGN_OUT.timeoutMs)
      try {
        await client.ask('SIGN_OUT', {}, { signal })
        cache.setLeaving(false)
      } catch (error) {
        // Sent again before the next frame is used.
        client.stop()
        const { code } = error as FoyerError
        if (!signal.aborted && code !== 'request-aborted' && code !== 'request-timed-out')
          throw error
      }
    },
    watch(namespace, listener) {
      const listeners = sessions.get(namespace)?.listeners
      listeners?.add(listener)
      return () => listeners?.delete(listener)
    },
  }
}

/** The messages that renew a login: they must not wait for it. */
const isRenewal = (type: FrameMessageType) =>
  type === 'GET_CUSTOM_NONCE' || type === 'CONNECT_CUSTOM'
