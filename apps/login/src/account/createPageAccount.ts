import { type BodyOf, type Endpoint, FoyerError, type ResponseOf } from '@foyer/protocol'
import type { RecoveryMode } from '@foyer/protocol/custody'
import { type AccountFacts, readAccountFacts } from '@foyer/protocol/login'
import type { Boot } from '../boot.ts'
import type { LoadedWallet, LoginSession } from '../session/openSession.ts'
import type { Addresses } from '../worker/keys/addressesOf.ts'
import type { GivenFactor, KeyParams } from '../worker/messages.ts'

/** State of the wallet in this browser. */
export type HeldWallet =
  | {
      status: 'open'
      addresses: Addresses
      /** Set if passkeys alone hold the wallet; `id` of the one that this browser used. */
      passkey?: { id: string | undefined } | undefined
    }
  /** Requires the user's factor. */
  | { status: 'locked'; mode: RecoveryMode }
  /** It could not be opened, for example because the account is frozen. */
  | { status: 'closed'; error: unknown }

/** The parts of this browser's session that an account page needs. */
export type AccountSession = Pick<
  LoginSession,
  'call' | 'callVault' | 'complete' | 'keys' | 'logIn' | 'signOut' | 'solveWork' | 'storage'
>

/** The user who is logged in on this page. */
export type AccountState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'signed-out'; wasEnded: boolean }
  | { status: 'ready'; facts: AccountFacts; wallet: HeldWallet }

/** The account of a page of the login site, and its actions. */
export type PageAccount = {
  /** For `useSyncExternalStore`. */
  read(): AccountState
  watch(listener: () => void): () => void
  /** Loads the session of this browser; sets `signed-out` when there is none. */
  start(): Promise<void>
  /**
   * Continues the login that the server reports with `CONNECT`, after reporting an earlier sign-out to it.
   * @returns Whether a user is logged in in this browser.
   */
  resume(): Promise<boolean>
  /** Redeems the ticket of a login. @throws {@link FoyerError} the worker's error; the user stays logged out */
  logIn(ticket: string): Promise<void>
  /** Logs in with a passkey or a code that opens a wallet by itself; `create` makes the wallet of a new passkey. */
  open(given: KeyParams<'openByFactor'>): Promise<void>
  /** Opens the wallet of a typed phrase or private key by a new passkey, and logs in. */
  bring(given: { typed: Uint8Array<ArrayBuffer>; factor: GivenFactor }): Promise<void>
  /** Restores the wallet with the user's recovery factor. */
  unlock(given: KeyParams<'recover'>): Promise<void>
  /** Reloads the account's facts. */
  refresh(): Promise<void>
  /** Calls the login server; when the session has ended, returns to the login. */
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    body: BodyOf<endpoint>,
    options?: { signal?: AbortSignal; limitMs?: number },
  ): Promise<ResponseOf<endpoint>>
  /** Merges facts that a call has returned. */
  patch(facts: Partial<AccountFacts>): void
  signOut(): Promise<void>
  readonly session: AccountSession
  /** The networks that the login site serves. */
  readonly networks: Boot['networks']
}

/** Makes the account of a page. It makes no call before `start`. */
export function createPageAccount(
  session: AccountSession,
  { networks = [] }: { networks?: Boot['networks'] } = {},
): PageAccount {
  let state: AccountState = { status: 'loading' }
  const listeners = new Set<() => void>()
  const set = (next: AccountState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const openWallet = async (loaded: LoadedWallet, failure?: unknown): Promise<HeldWallet> => {
    if (failure !== undefined) return { status: 'closed', error: failure }
    try {
      // An earlier login may not have completed.
      const wallet = await session.complete(loaded)
      if (wallet.status === 'ready') {
        const { addresses, passkey } = wallet
        return { status: 'open', addresses, passkey }
      }
      if (wallet.status === 'recover') return { status: 'locked', mode: wallet.mode }
      throw new FoyerError('internal', { details: `The wallet is ${wallet.status}.` })
    } catch (error) {
      return { status: 'closed', error }
    }
  }

  const settle = async (loaded: LoadedWallet, failure?: unknown) => {
    if (loaded.status === 'signed-out') return set({ status: 'signed-out', wasEnded: false })
    const wallet = await openWallet(loaded, failure)
    const facts = await account.call(readAccountFacts, {})
    set({ status: 'ready', facts, wallet })
  }

  const account: PageAccount = {
    networks,
    session,
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      set({ status: 'loading' })
      try {
        await settle(await session.keys.ask('load', {}))
      } catch (error) {
        if (!isEnded(error)) set({ status: 'failed', error })
        else set({ status: 'signed-out', wasEnded: false })
      }
    },
    async resume() {
      const loaded = await session.keys.ask('load', {})
      if (loaded.status === 'signed-out') return false
      await settle(loaded)
      return true
    },
    async logIn(ticket) {
      try {
        await settle(await session.logIn(ticket))
      } catch (error) {
        // The user may be logged in although the wallet could not be loaded, as during a freeze.
        const loaded = await session.keys.ask('load', {})
        if (loaded.status === 'signed-out') throw error
        await settle(loaded, error)
      }
    },
    async open(given) {
      await settle(await session.keys.ask('openByFactor', given))
    },
    async bring(given) {
      const { opened } = await session.keys.ask('importWallet', given)
      if (opened) await settle(opened)
    },
    async unlock(given) {
      const addresses = await session.keys.ask('recover', given)
      if (state.status === 'ready') set({ ...state, wallet: { status: 'open', addresses } })
    },
    async refresh() {
      const facts = await account.call(readAccountFacts, {})
      if (state.status === 'ready') set({ ...state, facts })
    },
    async call(endpoint, body, options) {
      try {
        return await session.call(endpoint, body, options)
      } catch (error) {
        if (isEnded(error) && state.status === 'ready')
          set({ status: 'signed-out', wasEnded: true })
        throw error
      }
    },
    patch(facts) {
      if (state.status === 'ready') set({ ...state, facts: { ...state.facts, ...facts } })
    },
    async signOut() {
      await session.signOut()
      set({ status: 'signed-out', wasEnded: false })
    },
  }
  return account
}

/** Returns whether an error means that no user is logged in any more. */
function isEnded(error: unknown): boolean {
  return error instanceof FoyerError && error.code === 'unauthorized'
}
