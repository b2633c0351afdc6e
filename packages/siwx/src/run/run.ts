import type { Foyer } from '@foyer/core'
import { disconnect, watch } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { SignInRequest } from '@foyer/protocol/signIn'
import type { SignInRules } from '../rules.ts'
import { type Followed, followedOf } from './followed.ts'
import { makeParts } from './makeParts.ts'
import { createPending } from './pending.ts'
import { getSession, hasSignedIn, toFailure, writeSession } from './session.ts'

type Account = Followed['seen'] extends Map<Namespace, infer account> ? account : never

/**
 * Follows the connections: asks each account that becomes active to sign in, once, and signs it out as the rules say. A
 * connection that is being restored or replaced is neither.
 *
 * @returns A stop function. The session stays.
 */
export function follow(
  foyer: Foyer,
  rules: SignInRules,
  restored: readonly Namespace[],
): () => void {
  const followed = followedOf(foyer)
  for (const namespace of restored) followed.restored.add(namespace)
  const look = () => {
    const { connections } = foyer.store.get()
    for (const [key, connection] of Object.entries(connections)) {
      const namespace = key as Namespace
      if (connection.status === 'connecting' || !isAsked(rules, namespace)) continue
      const before = followed.seen.get(namespace)
      if (connection.status === 'disconnected') {
        followed.seen.delete(namespace)
        followed.restored.delete(namespace)
      } else {
        const { address, chainId } = connection
        followed.seen.set(namespace, { address, chainId })
      }
      const now = followed.seen.get(namespace)
      if (before && mustLeave(rules, before, now)) leave(foyer, rules, before.address)
      if (before && !now) followed.declined.delete(before.address)
    }
    ask(foyer, rules)
  }
  const stop = watch(
    foyer.store,
    ({ activeNamespace, connections }) => `${activeNamespace} ${keyOf(connections)}`,
    look,
  )
  look()
  // Known early, so that an account that has signed in is not asked for a moment.
  getSession(foyer, rules).catch((error) => foyer.log('info', 'the session is not known', error))
  return () => {
    stop()
    followed.pending?.end()
    followed.seen.clear()
  }
}

/** The facts of the connections that matter here. */
function keyOf(connections: ReturnType<Foyer['store']['get']>['connections']): string {
  return JSON.stringify(
    Object.entries(connections).map(([namespace, connection]) => [
      namespace,
      connection.status,
      connection.status === 'connected' && [connection.address, connection.chainId],
    ]),
  )
}

const isAsked = ({ namespaces }: SignInRules, namespace: Namespace) =>
  namespaces?.includes(namespace) ?? true

function mustLeave(rules: SignInRules, before: Account, now: Account | undefined): boolean {
  if (!now) return rules.signOutOnDisconnect
  if (now.address !== before.address) return rules.signOutOnAccountChange
  return now.chainId !== before.chainId && rules.signOutOnNetworkChange
}

/** Ends the sign-in of an account that has left, before anyone is asked again. */
function leave(foyer: Foyer, rules: SignInRules, address: string): void {
  const followed = followedOf(foyer)
  if (followed.pending?.address === address) followed.pending.end()
  const { signedIn } = foyer.store.get()
  if (signedIn?.status === 'known' && !hasSignedIn(signedIn.session, address)) return
  followed.leavingCount += 1
  followed.leaving = followed.leaving
    .then(async () => writeSession(foyer, await rules.server.signOut({ address })))
    .then(
      () => rules.onSignOut?.(),
      (error) => foyer.log('error', 'an account could not be signed out', error),
    )
    .then(() => {
      followed.leavingCount -= 1
    })
}

/** Asks the active account, unless it has signed in, is asked already, or has left the question. */
function ask(foyer: Foyer, rules: SignInRules): void {
  const followed = followedOf(foyer)
  const { activeNamespace: namespace, connections, signedIn } = foyer.store.get()
  const account = followed.seen.get(namespace)
  const isConnected = connections[namespace]?.status === 'connected'
  const { pending } = followed
  if (pending && (pending.address !== account?.address || pending.namespace !== namespace))
    pending.end()
  if (!account || !isConnected || followed.declined.has(account.address)) return
  if (followed.pending) return
  if (
    followed.leavingCount === 0 &&
    signedIn?.status === 'known' &&
    hasSignedIn(signedIn.session, account.address)
  )
    return
  // Nothing may open without a click.
  const isNew = !followed.restored.has(namespace)
  followed.pending = createPending(foyer, { ...account, isNew, namespace, rules })
}

/** Makes the sign-in for a wallet to sign while it connects; undefined if none is needed. @throws FoyerError what the server says */
export async function makeRequest(
  foyer: Foyer,
  rules: SignInRules,
): Promise<SignInRequest | undefined> {
  if (!rules.oneClick || !isAsked(rules, 'eip155')) return undefined
  // Someone who has signed in may connect the same account again.
  if (await getSession(foyer, rules)) return undefined
  return makeParts(rules, await rules.server.getNonce())
}

export async function signIn(foyer: Foyer, rules: SignInRules): Promise<void> {
  followedOf(foyer).declined.clear()
  await getSession(foyer, rules)
  ask(foyer, rules)
}

export async function signOut(
  foyer: Foyer,
  rules: SignInRules,
  address: string | undefined,
): Promise<void> {
  const followed = followedOf(foyer)
  try {
    writeSession(foyer, await rules.server.signOut(address === undefined ? {} : { address }))
  } catch (error) {
    throw toFailure(error)
  }
  rules.onSignOut?.()
  for (const [key, connection] of Object.entries(foyer.store.get().connections)) {
    const namespace = key as Namespace
    // Also an account that the wallet has not confirmed since the reload.
    const own = connection.status === 'disconnected' ? undefined : connection.address
    if (own === undefined || !isAsked(rules, namespace)) continue
    if (address !== undefined && own !== address) continue
    followed.declined.add(own)
    if (rules.required) await disconnect(foyer, { namespace })
  }
}
