import * as v from 'valibot'
import { caipChain, proposalNamespaces, sessionNamespaces } from './sessionNamespaces.ts'

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit))
/** 32 bytes in hex. */
export const hexKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const properties = v.optional(v.record(v.string(), v.unknown()))
const relay = v.object({ protocol: text(32), data: v.optional(v.string()) })
const unixSeconds = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The metadata of a session peer. It is displayed, never trusted. */
export const peerMetadata = v.object({
  name: text(256),
  description: v.optional(text(2048), ''),
  url: v.optional(text(2048), ''),
  icons: v.optional(v.pipe(v.array(text(4096)), v.maxLength(32)), []),
  redirect: v.optional(
    v.object({
      native: v.optional(text(512)),
      universal: v.optional(text(512)),
      linkMode: v.optional(v.boolean()),
    }),
  ),
})
export type PeerMetadata = v.InferOutput<typeof peerMetadata>

const peer = v.object({ publicKey: hexKey, metadata: peerMetadata })
const reason = v.object({ code: v.number(), message: v.optional(text(1024), '') })

/**
 * The params of the methods of a pairing and a session.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export const sessionParams = {
  wc_pairingDelete: reason,
  wc_pairingPing: v.object({}),
  wc_pairingExtend: v.object({ expiry: v.optional(unixSeconds) }),
  wc_sessionPropose: v.object({
    requiredNamespaces: v.optional(proposalNamespaces, {}),
    optionalNamespaces: v.optional(proposalNamespaces, {}),
    relays: v.array(relay),
    proposer: peer,
    expiryTimestamp: v.optional(unixSeconds),
    pairingTopic: v.optional(hexKey),
    sessionProperties: properties,
    scopedProperties: properties,
  }),
  wc_sessionSettle: v.object({
    relay,
    namespaces: sessionNamespaces,
    controller: peer,
    expiry: unixSeconds,
    sessionProperties: properties,
    scopedProperties: properties,
    sessionConfig: v.optional(v.object({ disableDeepLink: v.optional(v.boolean()) })),
  }),
  wc_sessionUpdate: v.object({ namespaces: sessionNamespaces }),
  wc_sessionExtend: v.object({ expiry: v.optional(unixSeconds) }),
  wc_sessionRequest: v.object({
    request: v.object({
      method: text(128),
      params: v.unknown(),
      expiryTimestamp: v.optional(unixSeconds),
    }),
    chainId: caipChain,
  }),
  wc_sessionEvent: v.object({
    event: v.object({ name: text(128), data: v.unknown() }),
    chainId: caipChain,
  }),
  wc_sessionDelete: reason,
  wc_sessionPing: v.object({}),
} as const

/** A wallet's answer to a proposal. */
export const proposalAnswer = v.object({ relay: v.optional(relay), responderPublicKey: hexKey })
