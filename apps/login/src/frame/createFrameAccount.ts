import { type Endpoint, FoyerError, type ResponseOf } from '@foyer/protocol'
import { type AccountFacts, readAccountFacts } from '@foyer/protocol/login'
import type { LoadedWallet, LoginSession } from '../session/openSession.ts'
import type { KeyThread } from '../worker/openKeyWorker.ts'

/** A wallet that can sign. */
export type ReadyWallet = Extract<LoadedWallet, { status: 'ready' }>
/** A login whose wallet requires the user's own factor. */
export type LockedWallet = Extract<LoadedWallet, { status: 'recover' }>

/** The user logged in on this device, as this document knows it. */
export type FrameAccount = {
  /** Tells whether there is a wallet, or one that a login of this document is about to open. */
  isConnected(): Promise<boolean>
  /** @throws FoyerError `not-connected` when nobody is logged in */
  load(): Promise<ReadyWallet | LockedWallet>
  /** @throws FoyerError `not-connected` as well when the wallet is not open */
  requireReady(): Promise<ReadyWallet>
  /** Redeems the ticket of a login; the wallet is created or restored in the background. */
  logIn(ticket: string): Promise<void>
  /** Continues an earlier login; its wallet may have to be opened first. @returns false when there is none. */
  resume(): Promise<boolean>
  /** The wallet was opened by the user's factor. */
  setReady(wallet: ReadyWallet): void
  /** Good once after each login of this document: a sign-in may be signed without another question. */
  takeFreshLogin(): boolean
  /** E-mail and settings, as the server has them now; several that ask at once ask together. */
  facts(): Promise<AccountFacts>
  signOut(): Promise<void>
  /** Asks the key worker; a session that has ended is noticed. */
  readonly ask: KeyThread['ask']
  /** Asks the server; a session that has ended is noticed. */
  readonly call: LoginSession['call']
}

/** A login counts as fresh for so long, ms. @source security 3.4 "signs during login" */
const freshMs = 5 * 60_000
/** The wallet can not be opened without the user: not an error of the session. */
const closed: readonly string[] = [
  'recovery-evidence-required',
  'recovery-failed',
  'account-frozen',
]

/** @param options.onEnded - The session is over, and the page does not know it. */
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
  let asked: Promise<AccountFacts> | undefined
  let loggedInAt: number | undefined
  let freshUntil = 0

  const forget = () => {
    loading = undefined
    asked = undefined
    loggedInAt = undefined
    freshUntil = 0
  }
  const restore = (): Promise<LoadedWallet> => {
    const restoring = session.restore().then(
      (loaded) => {
        // Another tab of this site may log in.
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

  /** Decides whether a refusal ends the session or concerns this call only. */
  const judge = async (error: unknown): Promise<never> => {
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
  ): Promise<ResponseOf<endpoint>> => session.call(...given).catch(judge)

  return {
    load,
    call,
    ask: (name, params) => session.keys.ask(name, params).catch(judge),
    async isConnected() {
      // GET_USER reports what a login of this document still has to do, which may take longer.
      if (loggedInAt !== undefined) return true
      try {
        return (await read()).status === 'ready'
      } catch (error) {
        if (error instanceof FoyerError && closed.includes(error.code)) return false
        throw error
      }
    },
    async requireReady() {
      const loaded = await load()
      if (loaded.status === 'ready') return loaded
      throw new FoyerError('not-connected', { details: 'The wallet is not open.' })
    },
    async logIn(ticket) {
      forget()
      await session.keys.ask('load', { ticket })
      loggedInAt = now()
      freshUntil = loggedInAt + freshMs
      restore().catch(() => {})
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
    facts() {
      asked ??= call(readAccountFacts, {}).finally(() => {
        asked = undefined
      })
      return asked
    },
    signOut() {
      forget()
      return session.signOut()
    },
  }
}
