import {
  type PeerMetadata,
  type ProposalNamespaces,
  sessionMethods,
  sessionTtlS,
} from '@foyer/protocol/session'
import { randomBytes, toHex } from '../crypto/bytes.ts'
import { makeKeyPair, topicOf } from '../crypto/keys.ts'
import type { KeyPair } from '../crypto/primitives.ts'
import { formatPairingUri } from '../pairingUri.ts'
import { type Wire, writeProposal } from './wire.ts'

/**
 * Creates a pairing and proposes a session on it. The URI is usable at once: the relay stores the proposal.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export async function propose(
  wire: Wire,
  tab: string,
  { metadata, methods, namespaces }: propose.Parameters,
): Promise<propose.Result> {
  const symKey = toHex(randomBytes(32))
  const [pairing, keys] = await Promise.all([
    topicOf(wire.primitives, symKey),
    makeKeyPair(wire.primitives),
  ])
  const id = wire.nextId()
  const expiresAt = wire.browser.now() + sessionTtlS.proposal * 1000
  const expiryTimestamp = Math.floor(wire.clock.now() / 1000) + sessionTtlS.proposal
  const uri = formatPairingUri({ topic: pairing, symKey, expiryTimestamp, methods })
  wire.store.write(`topic.${pairing}`, { kind: 'pairing', symKey, expiresAt })
  writeProposal(wire, pairing, { id, ...keys, uri, expiresAt, tab })
  const params = {
    // Everything is optional and checked afterwards, since wallets reject unknown required methods.
    requiredNamespaces: {},
    optionalNamespaces: namespaces,
    relays: [{ protocol: 'irn' }],
    proposer: { publicKey: keys.publicKey, metadata },
    expiryTimestamp,
    pairingTopic: pairing,
    id,
  }
  const method = 'wc_sessionPropose'
  wire.send(pairing, { id, ...{ method, params } }, sessionMethods[method].request)
  return { id, keys, pairing, uri, expiresAt }
}

export declare namespace propose {
  type Parameters = {
    namespaces: ProposalNamespaces
    metadata: PeerMetadata
    /** Methods of other requests on the same pairing, which a wallet may answer instead. @default none */
    methods?: readonly string[] | undefined
  }
  type Result = { id: number; keys: KeyPair; pairing: string; uri: string; expiresAt: number }
}
