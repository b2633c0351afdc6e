import { defineLimits, hourMs, type LimitsOf, minuteMs, sharedLimits } from '@foyer/server'

/** Every limit of the api. */
export const limits = defineLimits({
  ...sharedLimits,
  callsPerMinute: {
    ...{ variable: 'CALLS_PER_MINUTE', default: 1200, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one client over all routes, and of one address to each',
    max: 1_000_000,
  },
  chainAnswerMs: {
    ...{ variable: 'CHAIN_ANSWER_SECONDS', default: 30, unit: 'seconds' },
    // Slightly longer than all retries of a call together.
    counts: 'time for an answer that a chain is asked for',
  },
  chainCallsAtOnce: {
    ...{ variable: 'CHAIN_CALLS_AT_ONCE', default: 200, unit: 'calls' },
    counts: 'calls under way of one route that reads balances, histories or identities',
  },
  chainCallsAtOnceOfAddress: {
    ...{ variable: 'CHAIN_CALLS_AT_ONCE_PER_ADDRESS', default: 50, unit: 'calls' },
    counts: 'the same of one address',
  },
  priceCallsPerMinute: {
    ...{ variable: 'PRICE_CALLS_PER_MINUTE', default: 300, unit: 'calls', windowMs: minuteMs },
    counts: 'balances and prices that one client asks for, together',
  },
  identityCallsPerMinute: {
    ...{ variable: 'IDENTITY_CALLS_PER_MINUTE', default: 300, unit: 'calls', windowMs: minuteMs },
    counts: 'identities and names that one client asks for, together',
  },
  hostedPagesPerMinute: {
    // Five calls each at Etherscan, whose free key has 300 a minute.
    ...{ variable: 'HOSTED_PAGES_PER_MINUTE', default: 30, unit: 'pages', windowMs: minuteMs },
    counts:
      'pages of transactions from hosted services, and of NFTs on Solana, that one client asks for, together',
  },
  backfillsPerHour: {
    // One user has few accounts; the past of a thousand at a time is read, for minutes to hours each.
    ...{ variable: 'BACKFILLS_PER_HOUR', default: 30, unit: 'accounts', windowMs: hourMs },
    counts: 'new accounts of one client whose past is read from before the index',
  },
  nftImageBytes: {
    ...{ variable: 'NFT_IMAGE_KB', default: 4096, unit: 'KiB' },
    counts: 'one image of an NFT',
  },
  nftReadMs: {
    ...{ variable: 'NFT_READ_SECONDS', default: 10, unit: 'seconds' },
    counts: 'time to read a description or an image that an NFT names',
  },
  nftReadsAtOnce: {
    ...{ variable: 'NFT_READS_AT_ONCE', default: 8, unit: 'reads' },
    counts:
      'descriptions of NFTs being read, and as many images: half from a gateway of yours, a quarter from any other server',
  },
  gatewayReadMs: {
    ...{ variable: 'GATEWAY_READ_SECONDS', default: 5, unit: 'seconds' },
    counts: 'time to read one record of a name from the gateways that its resolver names',
  },
  gatewayReadsAtOnce: {
    ...{ variable: 'GATEWAY_READS_AT_ONCE', default: 16, unit: 'reads' },
    counts: 'requests to gateways of names under way, a quarter to one domain',
  },
  rpcCallsPerMinute: {
    ...{ variable: 'RPC_CALLS_PER_MINUTE', default: 1200, unit: 'calls', windowMs: minuteMs },
    counts: 'JSON-RPC calls of one client, each of a batch counted',
    max: 1_000_000,
  },
  projectRpcCallsPerMinute: {
    ...{ variable: 'PROJECT_RPC_CALLS_PER_MINUTE', default: 12_000, unit: 'calls' },
    ...{ windowMs: minuteMs, max: 10_000_000 },
    counts: 'JSON-RPC calls of a whole project',
  },
  rpcCallsAtOnceOfAddress: {
    // An answer can be 5 MiB.
    ...{ variable: 'RPC_CALLS_AT_ONCE_PER_ADDRESS', default: 30, unit: 'calls' },
    counts: 'calls and batches of JSON-RPC of one address under way',
  },
  rpcBodyBytes: {
    ...{ variable: 'RPC_BODY_KB', default: 1024, unit: 'KiB' },
    counts: 'the body of JSON-RPC',
  },
  errorEventsPerMinute: {
    // @source spec 9.25
    ...{ variable: 'ERROR_EVENTS_PER_MINUTE', default: 5, unit: 'events', windowMs: minuteMs },
    counts: 'errors that one client reports',
  },
  usageEventsPerMinute: {
    // More than a user's clicks, fewer than a script's.
    ...{ variable: 'USAGE_EVENTS_PER_MINUTE', default: 60, unit: 'events', windowMs: minuteMs },
    counts: 'other events of one client',
  },
  eventBytes: {
    ...{ variable: 'EVENT_KB', default: 4, unit: 'KiB' },
    counts: 'the body of an event',
  },
  nameClaimsPerHour: {
    ...{
      variable: 'NAME_CLAIMS_PER_HOUR',
      default: 20,
      unit: 'registrations',
      windowMs: 3_600_000,
    },
    counts: 'attempts of one client to register a name or to change one',
  },
  nameClaimBytes: {
    ...{ variable: 'NAME_CLAIM_KB', default: 24, unit: 'KiB' },
    counts: 'the body of a registration',
  },
  namesPerAddress: {
    ...{ variable: 'NAMES_PER_ADDRESS', default: 5, unit: 'names' },
    counts: 'names of one address',
  },
  onrampQuotesPerMinute: {
    ...{ variable: 'ONRAMP_QUOTES_PER_MINUTE', default: 60, unit: 'prices', windowMs: minuteMs },
    counts: 'prices of purchases that one client asks for',
  },
  onrampOrdersPerHour: {
    ...{ variable: 'ONRAMP_ORDERS_PER_HOUR', default: 60, unit: 'purchases', windowMs: hourMs },
    counts: 'purchases that one client opens',
  },
  onrampOrdersOfAddressPerHour: {
    ...{ variable: 'ONRAMP_ORDERS_PER_ACCOUNT_PER_HOUR', default: 20, unit: 'purchases' },
    windowMs: hourMs,
    counts: 'purchases that are opened for one account, by anyone',
  },
  onrampOrdersOfProjectPerHour: {
    ...{ variable: 'ONRAMP_ORDERS_PER_PROJECT_PER_HOUR', default: 2000, unit: 'purchases' },
    windowMs: hourMs,
    counts: 'purchases of a whole project, since providers limit the operator’s key',
  },
  onrampAnswerMs: {
    ...{ variable: 'ONRAMP_ANSWER_SECONDS', default: 15, unit: 'seconds' },
    counts: 'time for an answer that a provider of purchases is asked for',
  },
  onrampCallsAtOnce: {
    ...{ variable: 'ONRAMP_CALLS_AT_ONCE', default: 100, unit: 'calls' },
    counts: 'calls under way of one route that asks providers of purchases',
  },
  onrampCallsAtOnceOfAddress: {
    ...{ variable: 'ONRAMP_CALLS_AT_ONCE_PER_ADDRESS', default: 20, unit: 'calls' },
    counts: 'the same of one address',
  },
  onrampBodyBytes: {
    ...{ variable: 'ONRAMP_BODY_KB', default: 8, unit: 'KiB' },
    counts: 'the body of a purchase',
  },
  onrampWebhookBytes: {
    ...{ variable: 'ONRAMP_WEBHOOK_KB', default: 64, unit: 'KiB' },
    counts: 'the body of a provider’s webhook',
  },
  onrampWebhooksPerMinute: {
    ...{ variable: 'ONRAMP_WEBHOOKS_PER_MINUTE', default: 600, unit: 'webhooks' },
    windowMs: minuteMs,
    counts: 'webhooks of one address',
  },
  serviceCallsPerMinute: {
    ...{ variable: 'SERVICE_CALLS_PER_MINUTE', default: 60_000, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of one of your other servers to each route for them',
  },
  swapCallsPerMinute: {
    ...{ variable: 'SWAP_CALLS_PER_MINUTE', default: 120, unit: 'calls', windowMs: minuteMs },
    counts: 'quotes and swaps of one client, together',
  },
  swapBodyBytes: {
    ...{ variable: 'SWAP_BODY_KB', default: 4, unit: 'KiB' },
    counts: 'the body of a swap to build',
  },
  orderBodyBytes: {
    ...{ variable: 'ORDER_BODY_KB', default: 8, unit: 'KiB' },
    counts: 'the body of a signed order',
  },
  priceBodyBytes: {
    ...{ variable: 'PRICE_BODY_KB', default: 20, unit: 'KiB' },
    counts: 'the body that asks for prices',
  },
  socketsOfClient: {
    ...{ variable: 'SOCKETS_PER_CLIENT', default: 20, unit: 'sockets' },
    counts: 'sockets of one client at a time, in one process',
  },
  socketMessageBytes: {
    ...{ variable: 'SOCKET_MESSAGE_KB', default: 256, unit: 'KiB' },
    counts: 'one message of a socket',
  },
  socketWaitingBytes: {
    ...{ variable: 'SOCKET_WAITING_KB', default: 8192, unit: 'KiB' },
    counts: 'what waits for a client that does not read, before its socket is closed',
  },
  socketSubscriptions: {
    ...{ variable: 'SOCKET_SUBSCRIPTIONS', default: 100, unit: 'subscriptions' },
    counts: 'subscriptions of one socket',
  },
  socketCallsAtOnce: {
    ...{ variable: 'SOCKET_CALLS_AT_ONCE', default: 100, unit: 'calls' },
    counts: 'calls of one socket that the chain has not answered',
  },
  socketMessagesAhead: {
    ...{ variable: 'SOCKET_MESSAGES_AHEAD', default: 50, unit: 'messages' },
    counts: 'messages of one socket that are not looked at, before it is read no further',
  },
  socketAnswerMs: {
    ...{ variable: 'SOCKET_ANSWER_SECONDS', default: 30, unit: 'seconds' },
    counts: 'time for the chain to answer one call of a socket',
  },
  socketPingMs: {
    ...{ variable: 'SOCKET_PING_SECONDS', default: 25, unit: 'seconds' },
    counts: 'time between two pings of a socket; one that is not answered by the next ends it',
  },
  socketConnectMs: {
    ...{ variable: 'SOCKET_CONNECT_SECONDS', default: 10, unit: 'seconds' },
    counts: 'time for an upstream to open a socket',
  },
})

export type Limits = LimitsOf<typeof limits>
