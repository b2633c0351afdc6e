import type { Connector, Session, SessionListener } from '@foyer/core'
import { FoyerError, type Namespace } from '@foyer/protocol'
import type { SignIn } from '../authenticate/acceptSignIn.ts'
import type { Client } from '../createClient.ts'
import { checkSession } from '../session/checkSession.ts'
import { pickChain, readApproval } from '../session/readApproval.ts'
import { readSession, writeSession } from '../session/wire.ts'
import { createPairing } from './createPairing.ts'
import { toSession } from './toSession.ts'
import { watchSession } from './watchSession.ts'

/** The implementation of a connector, loaded on first use. */
export type OpenConnector = {
  readonly client: Client
  prepare: NonNullable<Connector['prepare']>
  connect: Connector['connect']
  disconnect(namespace: Namespace): Promise<void>
  watch(namespace: Namespace, listener: SessionListener): () => void
  /** Closes the socket and ends pending work. The session stays. */
  stop(): void
}

export function openConnector(
  client: Client,
  given: Omit<createPairing.Parameters, 'onSignedIn'>,
): OpenConnector {
  /** Sign-ins that were approved with a session, until the session is used. */
  const signIns = new Map<string, readonly SignIn[]>()
  const pairing = createPairing(client, {
    ...given,
    onSignedIn: (topic, signed) => signIns.set(topic, signed),
  })
  /** The session of each namespace of this page. */
  const topics = new Map<Namespace, string>()

  const use = (
    topic: string,
    { chainId, namespace, readLink, silent }: Connector.ConnectParameters,
  ): Session => {
    const record = readSession(client.wire, topic)
    const approval = record && readApproval(record.namespaces, namespace, record.first[namespace])
    const chain = approval && pickChain(approval, record.chains[namespace], chainId)
    if (!record || !chain)
      throw new FoyerError('not-connected', {
        details: `The wallet approved no account of ${namespace}.`,
      })
    topics.set(namespace, topic)
    const isNew = record.used.length === 0
    const link = isNew ? readLink()?.href : record.link
    const used = {
      ...record,
      used: [...new Set([...record.used, namespace])],
      chains: { ...record.chains, [namespace]: chain },
      ...(link && { link }),
    }
    writeSession(client.wire, used)
    const session = toSession(client, used, namespace)
    if (!session) throw new FoyerError('connection-invalid')
    // Replaces the user's previous session, perhaps from a closed page. Not awaited: a cancel meanwhile would lose this one too.
    for (const one of silent ? [] : client.listSessions())
      if (one.topic !== topic && one.used.includes(namespace))
        void disconnectNamespace(one.topic, namespace)
    const [signed] = signIns.get(topic) ?? []
    signIns.delete(topic)
    if (!signed) return session
    const { message, signature } = signed
    return { ...session, signedIn: { message, signature } }
  }

  /** The last namespace to disconnect ends the session. */
  const disconnectNamespace = async (topic: string, namespace: Namespace) => {
    const record = readSession(client.wire, topic)
    if (!record) return
    const used = record.used.filter((one) => one !== namespace)
    if (used.length === 0) return client.endSession(topic)
    writeSession(client.wire, { ...record, used })
  }

  const findSilently = (namespace: Namespace) => {
    const [newest] = client
      .listSessions()
      .filter((one) => readApproval(one.namespaces, namespace).chainIds.length > 0)
      .sort(
        (one, other) =>
          Number(other.used.includes(namespace)) - Number(one.used.includes(namespace)) ||
          other.settledAt - one.settledAt,
      )
    return newest?.topic
  }

  return {
    client,
    async prepare(parameters) {
      await pairing.join({ ...parameters, isWaiting: false })
    },
    async connect(parameters) {
      const { namespace, signal, silent } = parameters
      if (signal.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
      if (silent) {
        const own = topics.get(namespace)
        // Replace a session that the wallet ended by what it approved since.
        const topic = own && readSession(client.wire, own) ? own : findSilently(namespace)
        if (!topic) throw new FoyerError('not-connected')
        const session = use(topic, parameters)
        void checkSession(client, topic)
        return session
      }
      const topic = await pairing.join({ ...parameters, isWaiting: true })
      if (topic === undefined || signal.aborted)
        throw new FoyerError('request-aborted', { cause: signal.reason })
      return use(topic, parameters)
    },
    async disconnect(namespace) {
      const topic = topics.get(namespace) ?? findSilently(namespace)
      topics.delete(namespace)
      if (topic) await disconnectNamespace(topic, namespace)
    },
    stop() {
      pairing.stop()
      client.stop()
    },
    watch(namespace, listener) {
      const topic = topics.get(namespace)
      return topic ? watchSession(client, { listener, namespace, topic }) : () => {}
    },
  }
}
