import { defineLimits, type LimitsOf, minuteMs, sharedLimits } from '@foyer/server'

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
  rpcBodyBytes: {
    ...{ variable: 'RPC_BODY_KB', default: 1024, unit: 'KiB' },
    counts: 'the body of JSON-RPC',
  },
  errorEventsPerMinute: {
    // @source ledger 9.25
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
