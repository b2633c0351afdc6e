import { disconnect, type Foyer, type PendingSignIn, signMessage } from '@foyer/core'
import { type ChainId, FoyerError, type Namespace, toFoyerError } from '@foyer/protocol'
import { formatSignIn, type SignInAnswer } from '@foyer/protocol/signIn'
import type { SignInRules } from '../rules.ts'
import { followedOf, type RunningSignIn } from './followed.ts'
import { makeParts } from './makeParts.ts'
import { getSession, hasSignedIn, toFailure, writeSession } from './session.ts'

/** A message is prepared again after this time, ms: the server's nonce lives a little longer. */
const freshMs = 120_000

/** Asks one account to sign in, in `state.signIn`, until it has, or the user leaves. */
export function createPending(
  foyer: Foyer,
  { address, chainId, isNew, namespace, rules }: createPending.Parameters,
): RunningSignIn {
  const followed = followedOf(foyer)
  const controller = new AbortController()
  const { signal } = controller
  let prepared: { text: string; at: number } | undefined
  let isBusy = true

  const show = (change: Pick<PendingSignIn, 'status' | 'error'>) => {
    if (signal.aborted) return
    isBusy = change.status !== 'idle' && change.status !== 'failed'
    const common = { namespace, address, chainId, isRequired: rules.required, sign, cancel }
    foyer.store.set((state) => ({ ...state, signIn: { ...common, ...change } }))
  }
  const end = () => {
    if (signal.aborted) return
    controller.abort()
    if (followed.pending === running) followed.pending = undefined
    foyer.store.set((state) => ({ ...state, signIn: undefined }))
  }
  const fail = (thrown: unknown) => {
    if (signal.aborted) return
    const error = toFailure(thrown)
    foyer.log('warn', 'the sign-in failed', error)
    show({ status: 'failed', error })
  }
  const prepare = async () => {
    const message = { ...makeParts(rules, await rules.server.getNonce()), address, chainId }
    prepared = { text: await (rules.write ?? formatSignIn)(message), at: Date.now() }
    return prepared.text
  }
  const verify = async (signed: SignInAnswer) => {
    show({ status: 'verifying' })
    const session = await rules.server.verify(signed).catch((error) => {
      throw explain(error, signed)
    })
    if (signal.aborted) return
    if (!session || !hasSignedIn(session, address))
      throw new FoyerError('sign-in-failed', { details: 'The server knows no session.' })
    // Ended before the state changes, so that nothing asks this account again.
    writeSession(foyer, session)
    end()
    rules.onSignIn?.(session)
  }
  const ownWay = () => {
    const connection = foyer.store.get().connections[namespace]
    return connection?.status === 'connected' ? connection.connector.signIn : undefined
  }
  const askWallet = (message: string, isFirst: boolean): Promise<string> => {
    const own = isFirst ? ownWay() : undefined
    return own
      ? own({ chainId, message, namespace, signal })
      : signMessage(foyer, { message, namespace, signal })
  }
  /** Asks the wallet in the same turn if the message is ready: some wallets open a window, which needs the click. */
  const run = async (isFirst = false) => {
    show({ status: 'signing' })
    try {
      const isFresh = prepared && Date.now() - prepared.at < freshMs
      const message = isFresh && prepared ? prepared.text : await prepare()
      prepared = undefined
      await verify({ message, signature: await askWallet(message, isFirst) })
    } catch (error) {
      fail(error)
      // For the next click; a failure shows then.
      if (!signal.aborted) await prepare().catch(() => {})
    }
  }
  const sign = () => {
    if (!isBusy && !signal.aborted) void run()
  }
  const cancel = () => {
    if (signal.aborted) return
    followed.declined.add(address)
    end()
    if (!rules.required) return
    disconnect(foyer, { namespace }).catch((error) =>
      foyer.log('warn', 'the wallet did not disconnect', error),
    )
  }
  /** Finds out whether there is anything to ask. */
  const begin = async () => {
    try {
      await followed.leaving
      if (hasSignedIn(await getSession(foyer, rules), address)) return end()
      const given = foyer.running.signedIn?.get(namespace)
      foyer.running.signedIn?.delete(namespace)
      if (given) return await verify(given)
      await prepare()
      if (signal.aborted) return
      if (isNew && rules.oneClick && ownWay()) return await run(true)
      show({ status: 'idle' })
    } catch (error) {
      fail(error)
    }
  }

  const running: RunningSignIn = { namespace, address, end }
  // After a reload nothing shows before the server has said that there is something to ask.
  if (isNew) show({ status: 'checking' })
  void begin()
  return running
}

export declare namespace createPending {
  type Parameters = {
    address: string
    chainId: ChainId
    namespace: Namespace
    rules: SignInRules
    /** The wallet was connected just now, by a click. */
    isNew: boolean
  }
}

/** A server that refuses a long signature does not know contracts. @source spec 8.25 */
function explain(thrown: unknown, { signature }: SignInAnswer): unknown {
  const { code } = toFoyerError(thrown)
  const isContract = signature.startsWith('0x') && signature.length > 132
  return isContract && code === 'unauthorized'
    ? new FoyerError('smart-accounts-unsupported', { cause: thrown })
    : thrown
}
