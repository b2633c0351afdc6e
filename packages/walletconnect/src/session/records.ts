import { peerMetadata, sessionNamespaces } from '@foyer/protocol/session'
import * as v from 'valibot'

/** A topic with its key, to be subscribed. Key: `topic.<topic>`. */
export const topicRecord = v.variant('kind', [
  v.object({
    kind: v.picklist(['pairing', 'session']),
    /** 32 bytes in hex. */
    symKey: v.string(),
    /** ms since 1970. */
    expiresAt: v.number(),
    /** For an unsettled session: the peer that must settle it, and its pairing. */
    settles: v.optional(v.object({ publicKey: v.string(), pairing: v.string() })),
  }),
  v.object({
    /** The topic for answers of wallets that have only the site's public key. */
    kind: v.literal('answer'),
    privateKey: v.string(),
    publicKey: v.string(),
    expiresAt: v.number(),
  }),
])

/** A proposal that a wallet may still answer. Key: `proposal.<pairing topic>`. */
export const proposalRecord = v.object({
  /** Of the message. */
  id: v.number(),
  privateKey: v.string(),
  publicKey: v.string(),
  uri: v.string(),
  expiresAt: v.number(),
  /** The tab that made it. */
  tab: v.string(),
})
export type ProposalRecord = v.InferOutput<typeof proposalRecord>

/** A session that a wallet approved. Key: `session.<topic>`. */
export const sessionRecord = v.object({
  topic: v.string(),
  peer: v.object({ publicKey: v.string(), metadata: peerMetadata }),
  namespaces: sessionNamespaces,
  settledAt: v.number(),
  /** Time of the wallet's last message. */
  heardAt: v.optional(v.number()),
  /** Time of a ping that the wallet has not answered yet. */
  doubtedAt: v.optional(v.number()),
  expiresAt: v.number(),
  /** The tab that proposed it. */
  tab: v.string(),
  /** The connected namespaces; empty until the session is claimed. */
  used: v.array(v.string()),
  /** The network of each namespace. */
  chains: v.record(v.string(), v.string()),
  /** The address that the wallet named first, by namespace. */
  first: v.record(v.string(), v.string()),
  /** The newest message id per kind, to reject older ones. */
  newest: v.record(v.string(), v.number()),
  /** The link that reopens the wallet. */
  link: v.optional(v.string()),
  /** The wallet asked not to be opened for requests. */
  isLinkRefused: v.optional(v.boolean()),
})
export type SessionRecord = v.InferOutput<typeof sessionRecord>

/** A request that a wallet has not answered yet. Key: `request.<id>`. */
export const requestRecord = v.object({
  topic: v.string(),
  method: v.string(),
  chainId: v.optional(v.string()),
  /** ms since 1970. */
  deadline: v.number(),
  /** The tab that asked. */
  tab: v.string(),
})
export type RequestRecord = v.InferOutput<typeof requestRecord>

/** An answer that was not fetched yet. Key: `answer.<id>`. */
export const answerRecord = v.object({
  request: requestRecord,
  result: v.optional(v.unknown()),
  error: v.optional(
    v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  ),
})
export type AnswerRecord = v.InferOutput<typeof answerRecord>
