import * as v from 'valibot'

/** The id of a mailbox: 32 bytes as lower-case hex. Anyone who knows it can read and write there. */
export const relayTopic = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'is no topic: 64 hex digits'),
)

/** Maximum number of topics, messages or receipts in a batch. */
export const relayBatchLimit = 500

const topics = v.pipe(v.array(relayTopic), v.minLength(1), v.maxLength(relayBatchLimit))
const subscriptionId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const envelope = v.pipe(v.string(), v.nonEmpty('is empty'))
const ttl = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** Optional; some clients send `null` instead of leaving it out. */
const attestation = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? undefined),
)
const done = v.literal(true)

/** One message for a mailbox. `ttl` in seconds. The schema drops the telemetry (`tvf`) that some clients add. */
const publish = v.object({
  topic: relayTopic,
  message: envelope,
  ttl,
  tag: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  prompt: v.nullish(v.boolean()),
  attestation,
})

/** A message as the relay delivers it. `publishedAt` in ms since 1970. */
const relayMessage = v.object({
  topic: relayTopic,
  message: v.string(),
  publishedAt: v.number(),
  tag: v.number(),
  attestation,
})
const fetched = v.object({ messages: v.array(relayMessage), hasMore: v.boolean() })

/**
 * The methods that a client may call on a WalletConnect relay. Parsing drops unknown members.
 *
 * @source https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export const relayMethods = {
  irn_publish: { params: publish, result: done },
  irn_batchPublish: {
    params: v.object({
      messages: v.pipe(v.array(publish), v.minLength(1), v.maxLength(relayBatchLimit)),
    }),
    result: done,
  },
  /** Returns the subscription's id: hex of the SHA-256 of topic and client id joined. */
  irn_subscribe: { params: v.object({ topic: relayTopic }), result: subscriptionId },
  irn_batchSubscribe: { params: v.object({ topics }), result: v.array(subscriptionId) },
  irn_unsubscribe: { params: v.object({ topic: relayTopic, id: subscriptionId }), result: done },
  irn_batchUnsubscribe: {
    params: v.object({
      subscriptions: v.pipe(
        v.array(v.object({ topic: relayTopic, id: subscriptionId })),
        v.minLength(1),
        v.maxLength(relayBatchLimit),
      ),
    }),
    result: done,
  },
  irn_fetchMessages: { params: v.object({ topic: relayTopic }), result: fetched },
  irn_batchFetchMessages: { params: v.object({ topics }), result: fetched },
  irn_batchReceive: {
    params: v.object({
      receipts: v.pipe(
        v.array(v.object({ topic: relayTopic, messageId: relayTopic })),
        v.minLength(1),
        v.maxLength(relayBatchLimit),
      ),
    }),
    result: done,
  },
  /** Subscribes the caller to the pairing topic, and publishes the proposal there with tag 1100. */
  wc_proposeSession: {
    params: v.object({
      pairingTopic: relayTopic,
      sessionProposal: envelope,
      ttl: v.optional(ttl, 300),
      attestation,
    }),
    result: done,
  },
  /** Subscribes the caller to the session topic, publishes the answer (1101) and the settlement (1102). */
  wc_approveSession: {
    params: v.object({
      sessionTopic: relayTopic,
      pairingTopic: relayTopic,
      sessionProposalResponse: envelope,
      sessionSettlementRequest: envelope,
      ttl: v.optional(ttl, 300),
    }),
    result: done,
  },
} as const

/** The only request that a relay sends: a message of a subscribed topic. The client answers `true`. */
export const relayPush = {
  method: 'irn_subscription',
  params: v.object({ id: v.string(), data: relayMessage }),
  result: done,
} as const

export type RelayMethod = keyof typeof relayMethods
export type RelayParams<method extends RelayMethod> = v.InferOutput<
  (typeof relayMethods)[method]['params']
>
export type RelayMessage = v.InferOutput<typeof relayMessage>

/** Reasons for closing a socket. A client reconnects after the first two, not after the third. */
export const relayCloseCodes = { goingAway: 1001, tryLater: 1013, fatal: 3000 } as const
