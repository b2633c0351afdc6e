import type { Connector } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { type AuthPayload, sessionMethods, sessionTtlS } from '@foyer/protocol/session'
import { toPeerMetadata } from '../connector/toPeerMetadata.ts'
import type { Client } from '../createClient.ts'
import { randomBytes, toHex } from '../crypto/bytes.ts'
import { makeKeyPair, topicOf } from '../crypto/keys.ts'
import { proposeNamespaces } from '../namespaces.ts'
import { formatPairingUri } from '../pairingUri.ts'
import { toSessionError } from '../session/toSessionError.ts'
import { dropPairing, readSession, writeProposal, writeSession } from '../session/wire.ts'
import { acceptSignIn, type SignIn } from './acceptSignIn.ts'
import { formatRecap } from './recap.ts'

/** Time for the relay to accept the request, ms. */
const publishMs = 15_000
/** Methods requested with the sign-in, so that the account can be used. */
const defaultMethods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']

/** Asks a wallet to sign in, and proposes a session in parallel for wallets without sign-in. */
export async function requestSignIn(
  client: Client,
  { signal, ...parameters }: requestSignIn.Parameters,
): Promise<requestSignIn.Result> {
  if (signal?.aborted) throw new FoyerError('request-aborted', { cause: signal.reason })
  const payload = makePayload(parameters)
  const { wire } = client
  const { browser, nextId, primitives, store } = wire
  const metadata = toPeerMetadata(parameters.metadata)
  const keys = await makeKeyPair(primitives)
  const symKey = toHex(randomBytes(32))
  const [pairing, answerTopic] = await Promise.all([
    topicOf(primitives, symKey),
    topicOf(primitives, keys.publicKey),
  ])
  const { ttlS } = sessionMethods.wc_sessionAuthenticate.request
  const deadline = browser.now() + ttlS * 1000
  // Dates in the message use the wallets' time; local records use this device's clock.
  const startedAtS = Math.floor(wire.clock.now() / 1000)
  const expiresAt = browser.now() + sessionTtlS.proposal * 1000
  const [id, proposalId] = [nextId(), nextId()]
  const uri = formatPairingUri({
    topic: pairing,
    symKey,
    expiryTimestamp: startedAtS + sessionTtlS.proposal,
    methods: ['wc_sessionAuthenticate'],
  })

  store.write(`topic.${answerTopic}`, { kind: 'answer', ...keys, expiresAt: deadline })
  store.write(`topic.${pairing}`, { kind: 'pairing', symKey, expiresAt })
  writeProposal(wire, pairing, { id: proposalId, ...keys, uri, expiresAt, tab: client.tab })
  const cleanUp = () => {
    store.write(`topic.${answerTopic}`, undefined)
    store.write(`request.${id}`, undefined)
    dropPairing(wire, pairing)
  }
  const fallback = waitForSession(client, pairing)
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () =>
      reject(new FoyerError('request-aborted', { cause: signal.reason })),
    ),
  )
  const method = 'wc_sessionAuthenticate'
  const signed = client
    .waitForAnswer(id, {
      topic: answerTopic,
      method,
      chainId: undefined,
      deadline,
      tab: client.tab,
    })
    .then((answer) => acceptSignIn(client, { answer, keys, payload, used: ['eip155'] }))
    .then(({ isConnected, signIns }) => ({ isConnected, signIns }))
  const request = {
    authPayload: payload,
    requester: { publicKey: keys.publicKey, metadata },
    expiryTimestamp: startedAtS + ttlS,
  }
  wire.send(pairing, { id, ...{ method, params: request } }, sessionMethods[method].request)
  const proposal = {
    requiredNamespaces: {},
    optionalNamespaces: proposeNamespaces(parameters.networks, ['eip155']),
    relays: [{ protocol: 'irn' }],
    pairingTopic: pairing,
    proposer: { publicKey: keys.publicKey, metadata },
    expiryTimestamp: startedAtS + sessionTtlS.proposal,
    id: proposalId,
  }
  wire.send(
    pairing,
    { id: proposalId, ...{ method: 'wc_sessionPropose', params: proposal } },
    sessionMethods.wc_sessionPropose.request,
  )
  parameters.onUri({ uri, expiresAt })
  try {
    const unsent = client.whenSent(id, publishMs).then(() => new Promise<never>(() => {}))
    return await Promise.race([signed, fallback.session, aborted, unsent])
  } finally {
    fallback.stop()
    cleanUp()
  }
}

export declare namespace requestSignIn {
  type Parameters = Pick<Connector.PairParameters, 'networks' | 'metadata' | 'onUri'> & {
    /** Host of the site: `site.example`. */
    domain: string
    /** The URI that the user signs in to. */
    uri: string
    /** Created by the server for this sign-in, at least 8 letters and digits. */
    nonce: string
    /** Printable ASCII only, since wallets miscount the length of other text. */
    statement?: string | undefined
    /** ISO 8601. */
    expirationTime?: string | undefined
    /** ISO 8601. */
    notBefore?: string | undefined
    resources?: readonly string[] | undefined
    /** Wallet methods to request. @default ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'] */
    methods?: readonly string[] | undefined
    signal?: AbortSignal | undefined
  }
  type Result = {
    /** Empty if the wallet only connected: then request a signature from it. */
    signIns: SignIn[]
    /** True if a session was established. */
    isConnected: boolean
  }
}

/** @throws FoyerError `params-invalid` */
export function makePayload({
  domain,
  expirationTime,
  methods = defaultMethods,
  networks,
  nonce,
  notBefore,
  resources = [],
  statement,
  uri,
}: Omit<requestSignIn.Parameters, 'metadata' | 'onUri' | 'signal'>): AuthPayload {
  const chains = networks
    .filter(({ chainNamespace }) => chainNamespace === 'eip155')
    .map(({ caipNetworkId }) => caipNetworkId)
  const refuse = (details: string) => new FoyerError('params-invalid', { details })
  if (chains.length === 0) throw refuse('Sign-in needs a network of eip155.')
  if (!/^[a-z0-9]{8,256}$/i.test(nonce))
    throw refuse('nonce must be at least 8 letters and digits.')
  if (statement !== undefined && !/^[\x20-\x7e]*$/.test(statement))
    throw refuse('statement must be one line of printable ASCII.')
  return {
    type: 'caip122',
    chains,
    domain,
    aud: uri,
    version: '1',
    nonce,
    iat: new Date().toISOString(),
    ...(statement && { statement }),
    ...(expirationTime && { exp: expirationTime }),
    ...(notBefore && { nbf: notBefore }),
    resources: [...resources, ...(methods.length > 0 ? [formatRecap(methods)] : [])],
  }
}

/** Session of a wallet that does not support sign-in. */
function waitForSession(client: Client, pairing: string) {
  let stop = () => {}
  const session = new Promise<requestSignIn.Result>((resolve, reject) => {
    stop = client.listen((event) => {
      if (!('pairing' in event) || event.pairing !== pairing) return
      if (event.kind === 'refused') reject(toSessionError(event))
      if (event.kind !== 'settled') return
      const settled = readSession(client.wire, event.topic)
      if (settled) writeSession(client.wire, { ...settled, used: ['eip155'] })
      resolve({ signIns: [], isConnected: true })
    })
  })
  return { session, stop: () => stop() }
}
