import { defineLimits, type LimitsOf, minuteMs, secondMs, sharedLimits } from '@foyer/server'

const max = 1_000_000

/** Every limit of the relay. */
export const limits = defineLimits({
  ...sharedLimits,
  socketsPerAddress: {
    ...{ variable: 'SOCKETS_PER_ADDRESS', default: 200, unit: 'sockets', max },
    counts: 'sockets of one address at a time, in one process',
  },
  handshakesPer10s: {
    ...{ variable: 'HANDSHAKES_PER_10S', default: 20, unit: 'connections', max },
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
    counts: 'topics that one client reads, in one process',
  },
  publishBytesPerMinute: {
    ...{ variable: 'PUBLISH_KB_PER_MINUTE', default: 5120, unit: 'KiB', max, windowMs: minuteMs },
    counts: 'what one client publishes',
  },
  clientsPerAddress: {
    ...{ variable: 'PUBLISHING_CLIENTS_PER_ADDRESS', default: 8, unit: 'clients' },
    counts:
      'what all clients of an address publish, in times of what one may: ids are free, addresses are not',
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
  totalBytes: {
    ...{ variable: 'MAILBOX_MB', default: 256, unit: 'MiB', max: 65_536 },
    counts: 'memory of all mailboxes (without Redis)',
  },
  maxInFlight: {
    ...{ variable: 'PUSHES_IN_FLIGHT', default: 1000, unit: 'messages' },
    counts: 'messages that one client has not acknowledged: more wait in their mailboxes',
  },
  pauseBytes: {
    ...{ variable: 'PAUSE_KB', default: 1024, unit: 'KiB' },
    counts: 'what is on its way to one client, above which nothing is pushed',
  },
  cutBytes: {
    ...{ variable: 'CUT_KB', default: 8192, unit: 'KiB' },
    counts: 'the same, above which its socket is closed',
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
