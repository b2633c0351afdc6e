import type { Connector } from '@foyer/core'
import { timeLimit } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import type { PeerMetadata } from '@foyer/protocol/session'
import type { SignIn } from '../authenticate/acceptSignIn.ts'
import type { Client } from '../createClient.ts'
import { proposeNamespaces, type SupportedNamespace } from '../namespaces.ts'
import type { propose } from '../session/propose.ts'
import { toSessionError } from '../session/toSessionError.ts'
import type { ClientEvent } from '../session/wire.ts'
import { toPeerMetadata } from './toPeerMetadata.ts'

/** A URI is replaced this long before it expires, ms. The old one still works until then. */
const renewBeforeMs = 30_000
/** Longest pause between two looks at a code, ms. */
const longestMs = 300_000
/** Time for the relay to accept a proposal, ms. */
const publishMs = 15_000
/** Time for the site to create a sign-in, ms; without one the wallet only connects. */
const signInMs = 5_000
/** Time after which a session that no caller uses is ended, ms. */
const claimMs = 10_000
/** The same for a session that was approved during a reload, ms. */
const orphanMs = 300_000

type User = Connector.PairParameters & {
  /** True to wait for a session; false for a URI only. */
  readonly isWaiting: boolean
  readonly settle: (topic: string) => void
  readonly fail: (error: FoyerError) => void
}

/** Creates the state that all callers share: one proposal, replaced before it expires, and its session. */
export function createPairing(
  client: Client,
  { metadata, namespaces, onSignedIn }: createPairing.Parameters,
) {
  const { browser } = client.wire
  const users = new Set<User>()
  let current: propose.Result | undefined
  /** The previous proposal, which may still be answered after a late scan. */
  let previous: string | undefined
  const claimTimers = new Set<ReturnType<typeof setTimeout>>()
  let isMaking = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isFresh = () => current !== undefined && current.expiresAt - browser.now() > renewBeforeMs

  const failAll = (error: FoyerError) => {
    current = undefined
    clearTimeout(timer)
    for (const user of [...users]) user.fail(error)
  }

  const makeProposal = async ({ metadata: own, networks, signIn }: User) => {
    const wanted = proposeNamespaces(networks, namespaces)
    const peer = { ...toPeerMetadata(own), ...metadata }
    // A sign-in can hold no other namespace.
    const isAlone = Object.keys(wanted).join() === 'eip155'
    try {
      const request = isAlone && signIn && (await timeLimit(signIn(), { ms: signInMs }))
      if (request) {
        const { offerSignIn } = await import('../authenticate/offerSignIn.ts')
        return await offerSignIn(client, { metadata: peer, networks, request, onSignedIn })
      }
    } catch {
      // No sign-in in time, or a statement that wallets can not sign: they are asked after the connection.
    }
    return client.propose({ namespaces: wanted, metadata: peer })
  }

  const renew = async (user: User) => {
    try {
      const made = await makeProposal(user)
      previous = current?.pairing ?? previous
      current = made
      for (const one of users) one.onUri(made)
      arm(made)
      void client.wire.clock.sync().then((wasSlow) => {
        if (!wasSlow) return
        // Wallets consider the URI expired: replace it.
        if (current === made) current = undefined
        setTimeout(keepFresh)
      })
      client.whenSent(made.id, publishMs).catch((error: FoyerError) => {
        if (current === made) failAll(error)
      })
    } catch (cause) {
      failAll(new FoyerError('unknown', { cause }))
    }
  }
  const arm = ({ expiresAt }: propose.Result) => {
    clearTimeout(timer)
    // A clock that was set back makes it long: past 2 ** 31 ms it would be none at all.
    timer = setTimeout(keepFresh, Math.min(expiresAt - browser.now() - renewBeforeMs, longestMs))
  }
  const keepFresh = () => {
    const [user] = users
    if (!user || isMaking) return
    // The timer was cleared with its last user, or fired early since the clock was changed.
    if (current && isFresh()) return arm(current)
    isMaking = true
    void renew(user).finally(() => {
      isMaking = false
    })
  }

  const isOwn = async (tab: string) => tab === client.tab || !(await client.isAlive(tab))
  const isUnclaimed = (topic: string) =>
    client.listSessions().some((session) => session.topic === topic && session.used.length === 0)

  const claimSession = async (topic: string, tab: string) => {
    if (!(await isOwn(tab)) || !isUnclaimed(topic)) return
    const waiting = [...users].filter((user) => user.isWaiting)
    for (const user of waiting) user.settle(topic)
    // Approved after all callers left: end it in the wallet too, so that it lists no unused session.
    const claimTimer = setTimeout(() => {
      claimTimers.delete(claimTimer)
      if (isUnclaimed(topic)) void client.endSession(topic)
    }, claimMs)
    claimTimers.add(claimTimer)
  }

  const forget = (pairing: string) => {
    if (current?.pairing !== pairing) return
    current = undefined
    for (const user of users) user.onUri(undefined)
  }

  /** Reports that a wallet received this tab's URI and asks its user. */
  const reportTaken = async (tab: string) => {
    if (await isOwn(tab)) for (const user of [...users]) user.onTaken()
  }

  const onEvent = (event: ClientEvent) => {
    if (event.kind === 'woke') {
      // Events of other tabs are missed while the page sleeps.
      if ([...users].some(({ isWaiting }) => isWaiting)) void claimOrphans()
      keepFresh()
    } else if (event.kind === 'taken') void reportTaken(event.tab)
    else if (event.kind === 'settled') {
      forget(event.pairing)
      void claimSession(event.topic, event.tab).then(keepFresh)
    } else if (event.kind === 'refused') {
      if (current?.pairing !== event.pairing && previous !== event.pairing) return
      forget(event.pairing)
      const error = toSessionError(event)
      for (const user of [...users]) if (user.isWaiting) user.fail(error)
      keepFresh()
    }
  }
  const stopListening = client.listen(onEvent)

  /** Sessions that were approved during a reload or never claimed. */
  const claimOrphans = async () => {
    for (const { settledAt, tab, topic, used } of client.listSessions()) {
      if (used.length > 0) continue
      if (browser.now() - settledAt < orphanMs) await claimSession(topic, tab)
      else if (await isOwn(tab)) void client.endSession(topic)
    }
  }

  return {
    stop() {
      stopListening()
      users.clear()
      clearTimeout(timer)
      for (const claimTimer of claimTimers) clearTimeout(claimTimer)
    },
    /**
     * Provides a URI until `signal` aborts, and with `isWaiting` the session that a wallet approves.
     *
     * @returns The session's topic; undefined when `signal` aborted.
     */
    async join({
      signal,
      ...parameters
    }: Connector.PairParameters & { isWaiting: boolean; signal: AbortSignal }): Promise<
      string | undefined
    > {
      if (signal.aborted) return undefined
      let user: User | undefined
      const ended = new Promise<string | undefined>((resolve, reject) => {
        user = { ...parameters, settle: resolve, fail: reject }
        users.add(user)
        signal.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      if (parameters.isWaiting) void claimOrphans()
      if (current && isFresh()) parameters.onUri(current)
      keepFresh()
      try {
        return await ended
      } finally {
        if (user) users.delete(user)
        if (users.size === 0) clearTimeout(timer)
      }
    },
  }
}

export declare namespace createPairing {
  type Parameters = {
    namespaces: readonly SupportedNamespace[]
    /** Overrides the site's metadata from the instance. */
    metadata?: Partial<PeerMetadata> | undefined
    /** Called with the sign-in of a session that was not used yet. */
    onSignedIn: (topic: string, signIns: readonly SignIn[]) => void
  }
}
