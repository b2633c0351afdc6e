import { peerMetadata, sessionNamespaces } from '@foyer/protocol'
import * as v from 'valibot'

/** A mailbox with its key: what is subscribed. Key: `topic.<topic>`. */
export const topicRecord = v.variant('kind', [
  v.object({
    kind: v.picklist(['pairing', 'session']),
    /** 32 bytes in hex. */
    symKey: v.string(),
    /** ms since 1970. */
    expiresAt: v.number(),
    /** Of a session that is not settled yet: who must settle it, and on which pairing it was agreed. */
    settles: v.optional(v.object({ publicKey: v.string(), pairing: v.string() })),
  }),
  v.object({
    /** Where a wallet answers who knows only the public key. */
    kind: v.literal('answer'),
    privateKey: v.string(),
    publicKey: v.string(),
    expiresAt: v.number(),
  }),
])

/** A proposal that a wallet may still take. Key: `proposal.<pairing topic>`. */
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

/** What a wallet agreed to. Key: `session.<topic>`. */
export const sessionRecord = v.object({
  topic: v.string(),
  peer: v.object({ publicKey: v.string(), metadata: peerMetadata }),
  namespaces: sessionNamespaces,
  settledAt: v.number(),
  /** When the wallet last said anything. */
  heardAt: v.optional(v.number()),
  /** When it was asked whether it still knows the session; it has said nothing since. */
  doubtedAt: v.optional(v.number()),
  expiresAt: v.number(),
  /** The tab that proposed it. */
  tab: v.string(),
  /** The namespaces that the site connected; none yet while nobody claimed it. */
  used: v.array(v.string()),
  /** The network that each namespace is on. */
  chains: v.record(v.string(), v.string()),
  /** The address that the wallet said comes first, by namespace. */
  first: v.record(v.string(), v.string()),
  /** The newest id of each kind of message that must not go back. */
  newest: v.record(v.string(), v.number()),
  /** What opens the wallet again. */
  link: v.optional(v.string()),
  /** The wallet wishes not to be opened by requests. */
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

/** An answer that nobody fetched yet. Key: `answer.<id>`. */
export const answerRecord = v.object({
  request: requestRecord,
  result: v.optional(v.unknown()),
  error: v.optional(
    v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  ),
})
export type AnswerRecord = v.InferOutput<typeof answerRecord>
