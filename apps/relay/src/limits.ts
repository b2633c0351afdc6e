import { defineLimits, type LimitsOf, minuteMs, secondMs, sharedLimits } from '@foyer/server'

const max = 1_000_000

/** Every limit of the relay. */
export const limits = defineLimits({
  ...sharedLimits,
  socketsPerAddress: {
    ...{ variable: 'SOCKETS_PER_ADDRESS', default: 1000, unit: 'sockets', max },
    counts: 'sockets of one address at a time, in one process',
  },
  handshakesPer10s: {
    ...{ variable: 'HANDSHAKES_PER_10S', default: 500, unit: 'connections', max },
    windowMs: 10_000,
    counts: 'connections of one address, counted before anything is verified',
  },
  requestsPerSecond: {
    ...{ variable: 'REQUESTS_PER_SECOND', default: 60, unit: 'requests', max, windowMs: secondMs },
    counts: 'requests of one socket',
  },
  burstMs: {
    ...{ variable: 'BURST_SECONDS', default: 5, unit: 'seconds' },
    counts: 'how many seconds’ worth of requests one socket may send at once',
  },
  receivedBytesPerSecond: {
    variable: 'RECEIVE_KB_PER_SECOND_PER_ADDRESS',
    ...{ default: 4096, unit: 'KiB', max, windowMs: secondMs },
    counts: 'frames of 4 KiB and more of one address, in one process; what is above waits unread',
  },
  requestsAtOnce: {
    ...{ variable: 'REQUESTS_AT_ONCE', default: 300, unit: 'requests' },
    counts: 'requests of one socket that are not answered',
  },
  answerMs: {
    ...{ variable: 'ANSWER_SECONDS', default: 10, unit: 'seconds' },
    counts: 'time for the answer to a request; then its client is told to try again',
  },
  topicsPerClient: {
    ...{ variable: 'TOPICS_PER_CLIENT', default: 2000, unit: 'topics', max },
    counts: 'different topics that one client reads, in one process',
  },
  subscriptionsPerClient: {
    ...{ variable: 'SUBSCRIPTIONS_PER_CLIENT', default: 8000, unit: 'subscriptions', max },
    counts: 'subscriptions of all sockets of one client, in one process',
  },
  publishBytesPerMinute: {
    ...{ variable: 'PUBLISH_KB_PER_MINUTE', default: 5120, unit: 'KiB', max, windowMs: minuteMs },
    counts: 'what one client publishes',
  },
  publishBytesPerMinuteOfAddress: {
    ...{ variable: 'PUBLISH_KB_PER_MINUTE_PER_ADDRESS', default: 40_960, unit: 'KiB', max },
    windowMs: minuteMs,
    counts:
      'what all clients of an address publish, in all processes: ids are free, addresses are not',
  },
  heldBytesOfClient: {
    ...{ variable: 'HELD_MB_PER_CLIENT', default: 16, unit: 'MiB', max: 65_536 },
    counts: 'stored messages of one client, until they expire',
  },
  heldBytesOfAddress: {
    ...{ variable: 'HELD_MB_PER_ADDRESS', default: 64, unit: 'MiB', max: 65_536 },
    counts: 'stored messages of all clients of an address, until they expire',
  },
  reserveBytesOfAddress: {
    ...{ variable: 'RESERVE_KB_PER_ADDRESS', default: 512, unit: 'KiB', max },
    counts: 'the same while less than an eighth of the store is free',
  },
  maxMessageBytes: {
    ...{ variable: 'MAX_MESSAGE_KB', default: 256, unit: 'KiB', min: 16, max: 1024 },
    counts: 'the largest frame',
  },
  maxTtlMs: {
    ...{ variable: 'MAX_TTL_DAYS', default: 7, unit: 'days' },
    counts: 'the longest life of a message',
  },
  topicMessages: {
    ...{ variable: 'TOPIC_MESSAGES', default: 100, unit: 'messages' },
    counts: 'messages in the mailbox of one topic',
  },
  topicBytes: {
    ...{ variable: 'TOPIC_KB', default: 2048, unit: 'KiB' },
    counts: 'the mailbox of one topic',
  },
  readersPerTopic: {
    ...{ variable: 'READERS_PER_TOPIC', default: 100, unit: 'readers', max: 10_000 },
    counts: 'readers that a mailbox remembers',
  },
  totalBytes: {
    ...{ variable: 'MAILBOX_MB', default: 256, unit: 'MiB', max: 65_536 },
    counts: 'memory of all mailboxes with their readers (without Redis)',
  },
  maxInFlight: {
    ...{ variable: 'PUSHES_IN_FLIGHT', default: 1000, unit: 'messages' },
    counts: 'messages that one client has not acknowledged: more wait in their mailboxes',
  },
  pageMessages: {
    ...{ variable: 'PAGE_MESSAGES', default: 200, unit: 'messages', max: 10_000 },
    counts: 'messages that are read from mailboxes at once',
  },
  pauseBytes: {
    ...{ variable: 'PAUSE_KB', default: 1024, unit: 'KiB' },
    counts: 'what is on its way to one client, above which nothing is pushed',
  },
  cutBytes: {
    ...{ variable: 'CUT_KB', default: 8192, unit: 'KiB' },
    counts: 'the same, above which its socket is closed',
  },
  queuedBytes: {
    ...{ variable: 'QUEUED_MB', default: 256, unit: 'MiB', max: 65_536 },
    counts:
      'what is on its way to all clients of one process, above which sockets of the address with the most are closed',
  },
  pingMs: {
    ...{ variable: 'PING_SECONDS', default: 20, unit: 'seconds' },
    counts: 'time between two pings; one that is not answered by the next ends the socket',
  },
  idleMs: {
    ...{ variable: 'IDLE_SECONDS', default: 600, unit: 'seconds' },
    counts: 'time after which a client that reads no topic and says nothing is disconnected',
  },
})

export type Limits = LimitsOf<typeof limits>
