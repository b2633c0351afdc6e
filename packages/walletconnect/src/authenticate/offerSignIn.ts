import type { Connector } from '@foyer/core'
import { FoyerError, toFoyerError } from '@foyer/protocol'
import { type PeerMetadata, sessionMethods } from '@foyer/protocol/session'
import type { SignInRequest } from '@foyer/protocol/signIn'
import type { Client } from '../createClient.ts'
import { topicOf } from '../crypto/keys.ts'
import { proposeNamespaces } from '../namespaces.ts'
import type { propose } from '../session/propose.ts'
import { dropPairing } from '../session/wire.ts'
import { acceptSignIn, type SignIn } from './acceptSignIn.ts'
import { makePayload } from './requestSignIn.ts'

const method = 'wc_sessionAuthenticate'

/**
 * Proposes a session, and on the same pairing a sign-in that contains one: wallets that know it answer the sign-in, all
 * others the proposal.
 *
 * @param parameters.onSignedIn - Called with the session's topic before the session is announced.
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticate
 */
export async function offerSignIn(
  client: Client,
  { metadata, networks, onSignedIn, request }: offerSignIn.Parameters,
): Promise<propose.Result> {
  const { wire } = client
  const namespaces = proposeNamespaces(networks, ['eip155'])
  const payload = makePayload({ ...request, networks, methods: namespaces.eip155?.methods })
  const made = await client.propose({ namespaces, metadata, methods: [method] })
  const { keys, pairing } = made
  const answerTopic = await topicOf(wire.primitives, keys.publicKey)
  const id = wire.nextId()
  const deadline = made.expiresAt
  wire.store.write(`topic.${answerTopic}`, { kind: 'answer', ...keys, expiresAt: deadline })
  const answered = client.waitForAnswer(id, {
    ...{ topic: answerTopic, method, chainId: undefined, deadline, tab: client.tab },
  })
  const expiryTimestamp = Math.floor(wire.clock.now() / 1000) + sessionMethods[method].request.ttlS
  const params = {
    authPayload: payload,
    requester: { publicKey: keys.publicKey, metadata },
    expiryTimestamp,
  }
  wire.send(pairing, { id, deadline, ...{ method, params } }, sessionMethods[method].request)
  answered
    .then(async (answer) => {
      const accepted = await acceptSignIn(client, { answer, keys, payload, used: [] })
      const { signIns, topic } = accepted
      // Without permissions there is no session to connect.
      if (topic === undefined) throw new FoyerError('sign-in-failed')
      onSignedIn(topic, signIns)
      dropPairing(wire, pairing)
      wire.emit({ kind: 'settled', pairing, topic, tab: client.tab })
    })
    .catch((thrown) => {
      const { code, message } = toFoyerError(thrown)
      // A wallet without sign-in answers the proposal.
      if (code === 'user-rejected' || code === 'sign-in-failed')
        wire.emit({ kind: 'refused', pairing, code: 5000, message })
    })
    .finally(() => wire.store.write(`topic.${answerTopic}`, undefined))
  return made
}

export declare namespace offerSignIn {
  type Parameters = {
    metadata: PeerMetadata
    networks: Connector.PairParameters['networks']
    request: SignInRequest
    onSignedIn: (topic: string, signIns: readonly SignIn[]) => void
  }
}
