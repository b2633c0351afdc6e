import { type Endpoint, FoyerError, type ResponseOf } from '@foyer/protocol'
import { type AccountFacts, readAccountFacts, setPreferredAccount } from '@foyer/protocol/login'
import type { LoadedWallet, LoginSession } from '../session/openSession.ts'
import type { KeyParams } from '../worker/messages.ts'
import type { KeyThread } from '../worker/openKeyWorker.ts'

/** A wallet that can sign. */
export type ReadyWallet = Extract<LoadedWallet, { status: 'ready' }>
/** A logged-in wallet that the user's recovery factor has to unlock on this device. */
export type LockedWallet = Extract<LoadedWallet, { status: 'recover' }>

export type AccountType = 'eoa' | 'smartAccount'

/** The user who is logged in on this device, cached for this document. */
export type FrameAccount = {
  /** Returns whether a wallet is ready, or this document has just logged in and its wallet is being opened. */
  isConnected(): Promise<boolean>
  /** Loads the wallet, ready or locked. @throws FoyerError `not-connected` when no user is logged in */
  load(): Promise<ReadyWallet | LockedWallet>
  /** Loads the wallet. @throws FoyerError `not-connected` when no user is logged in, or the wallet is locked */
  requireReady(): Promise<ReadyWallet>
  /** Redeems the ticket of a login; the wallet is created or restored in the background. */
  logIn(ticket: string): Promise<void>
  /** Logs in with a passkey that opens a wallet by itself; `create` makes the wallet. */
  open(given: KeyParams<'openByFactor'>): Promise<void>
  /** Continues an earlier login, whose wallet may be locked. @returns False when no user is logged in. */
  resume(): Promise<boolean>
  /** Stores the wallet that the user's recovery factor has just unlocked. */
  setReady(wallet: ReadyWallet): void
  /** Returns true once after each login in this document: one sign-in may then be signed without another prompt. */
  takeFreshLogin(): boolean
  /** Reads which account the user prefers on networks with both; the site's wish before the user chose. */
  accountType(): Promise<AccountType>
  /** Sets the site's wish, for users who have not chosen. */
  wishAccountType(type: AccountType): void
  /** Stores the user's choice. @returns The type in effect. */
  preferAccountType(type: AccountType): Promise<AccountType>
  /** Fetches e-mail and settings from the server; concurrent calls share one request. */
  facts(): Promise<AccountFacts>
  signOut(): Promise<void>
  /** Aborts when another login begins. */
  loginSignal(): AbortSignal
  /** Asks the key worker. @throws FoyerError `not-connected` when the session has ended, and what the worker throws */
  readonly ask: KeyThread['ask']
  /** Calls the login server. @throws FoyerError `not-connected` when the session has ended, and what the server answers */
  readonly call: LoginSession['call']
}

/** Time for which a login counts as fresh, in ms. @source security 3.4 "signs during login" */
const freshMs = 5 * 60_000
/** Errors that mean "logged in, but the wallet can not be opened without the user"; the session itself is valid. */
const lockedCodes: readonly string[] = [
  'recovery-evidence-required',
  'recovery-failed',
  'account-frozen',
]

/**
 * Makes the account of one document: loads the wallet, caches it, and detects a session that the server ended.
 * @param options.onEnded - Called when a session ended that the page believes to be connected.
 */
export function createFrameAccount({
  now = Date.now,
  onEnded,
  session,
}: {
  session: LoginSession
  onEnded: () => void
  now?: () => number
}): FrameAccount {
  let loading: Promise<LoadedWallet> | undefined
  let fetchingFacts: Promise<AccountFacts> | undefined
  let choosing: Promise<AccountType | null> | undefined
  /** @source spec 6.6 */
  let wished: AccountType = 'smartAccount'
  let loggedInAt: number | undefined
  let freshUntil = 0
  let login = new AbortController()

  const forget = () => {
    loading = undefined
    fetchingFacts = undefined
    choosing = undefined
    loggedInAt = undefined
    freshUntil = 0
  }
  const beginLogin = () => {
    login.abort()
    login = new AbortController()
    forget()
  }
  const restore = (): Promise<LoadedWallet> => {
    const restoring = session.restore().then(
      (loaded) => {
        // Do not cache "signed out": another tab of this site may log in.
        if (loaded.status === 'signed-out' && loading === restoring) forget()
        return loaded
      },
      (error: unknown) => {
        if (loading === restoring) loading = undefined
        throw error
      },
    )
    loading = restoring
    return restoring
  }
  const read = () => loading ?? restore()

  /** Rethrows the error of a call; as `not-connected`, after notifying the page, when the session has ended. */
  const rethrow = async (error: unknown): Promise<never> => {
    const code = error instanceof FoyerError ? error.code : undefined
    if (code !== 'unauthorized' && code !== 'not-connected') throw error
    const wasConnected = loading !== undefined
    if ((await restore()).status !== 'signed-out') throw error
    if (wasConnected) onEnded()
    throw new FoyerError('not-connected', { cause: error, details: 'The login is over.' })
  }

  const load = async () => {
    const loaded = await read()
    if (loaded.status === 'ready' || loaded.status === 'recover') return loaded
    throw new FoyerError('not-connected', { details: 'Log in first.' })
  }
  const call = <endpoint extends Endpoint>(
    ...given: Parameters<typeof session.call<endpoint>>
  ): Promise<ResponseOf<endpoint>> => session.call(...given).catch(rethrow)

  const facts = () => {
    fetchingFacts ??= call(readAccountFacts, {})
      .then((facts) => {
        choosing ??= Promise.resolve(facts.preferredAccountType)
        return facts
      })
      .finally(() => {
        fetchingFacts = undefined
      })
    return fetchingFacts
  }

  return {
    load,
    call,
    loginSignal: () => login.signal,
    ask: (name, params) => session.keys.ask(name, params).catch(rethrow),
    async isConnected() {
      // Answer at once: opening the wallet may take longer, and GET_USER waits for it.
      if (loggedInAt !== undefined) return true
      try {
        return (await read()).status === 'ready'
      } catch (error) {
        if (error instanceof FoyerError && lockedCodes.includes(error.code)) return false
        throw error
      }
    },
    async requireReady() {
      const loaded = await load()
      if (loaded.status === 'ready') return loaded
      throw new FoyerError('not-connected', { details: 'The wallet is not open.' })
    },
    async logIn(ticket) {
      beginLogin()
      await session.keys.ask('load', { ticket })
      loggedInAt = now()
      freshUntil = loggedInAt + freshMs
      restore().catch(() => {})
    },
    async open(given) {
      beginLogin()
      const opened = await session.keys.ask('openByFactor', given)
      loggedInAt = now()
      loading = Promise.resolve(opened)
    },
    async resume() {
      const { status } = await read()
      const isThere = status === 'ready' || status === 'recover'
      if (isThere) loggedInAt = now()
      return isThere
    },
    setReady(wallet) {
      loading = Promise.resolve(wallet)
    },
    takeFreshLogin() {
      const isFresh = now() < freshUntil
      freshUntil = 0
      return isFresh
    },
    facts,
    async accountType() {
      choosing ??= facts().then(({ preferredAccountType }) => preferredAccountType)
      const reading = choosing
      const chosen = await reading.catch((error: unknown) => {
        if (choosing === reading) choosing = undefined
        throw error
      })
      return chosen ?? wished
    },
    wishAccountType(type) {
      wished = type
    },
    async preferAccountType(requested) {
      const { type } = await call(setPreferredAccount, { type: requested })
      choosing = Promise.resolve(type)
      return type
    },
    signOut() {
      forget()
      return session.signOut()
    },
  }
}
