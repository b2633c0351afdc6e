import { dayMs, defineLimits, type LimitsOf, minuteMs, sharedLimits } from '@foyer/server'

/** Every limit of the sponsor that does not stand in its policy. */
export const limits = defineLimits({
  ...sharedLimits,
  bodyBytes: {
    ...{ variable: 'BODY_KB', default: 64, unit: 'KiB' },
    counts: 'the body of a call',
  },
  serviceCallsPerMinute: {
    ...{ variable: 'SERVICE_CALLS_PER_MINUTE', default: 6000, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of the login server to each route for it',
  },
  merchantCallsPerMinute: {
    ...{ variable: 'MERCHANT_CALLS_PER_MINUTE', default: 1200, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one merchant over all routes',
  },
  paymasterCallsPerMinute: {
    ...{ variable: 'PAYMASTER_CALLS_PER_MINUTE', default: 1200, unit: 'calls', windowMs: minuteMs },
    counts: "calls of one project's paymaster service",
  },
  paymasterCallsOfAddress: {
    ...{ variable: 'PAYMASTER_CALLS_OF_ADDRESS', default: 120, unit: 'calls' },
    counts: 'calls a minute of one address to paymaster services',
  },
  paymasterAtOnceOfAddress: {
    ...{ variable: 'PAYMASTER_CALLS_AT_ONCE_OF_ADDRESS', default: 8, unit: 'calls' },
    counts: 'calls under way of one address to paymaster services',
  },
  promiseMs: {
    ...{ variable: 'PAYMASTER_VALID_SECONDS', default: 300, unit: 'seconds', min: 90, max: 3600 },
    counts: 'time for which a promise to pay for an operation is valid',
  },
  guessesPerMinute: {
    ...{ variable: 'TOKEN_GUESSES_PER_MINUTE', default: 30, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one address with an unknown token',
  },
  answerMs: {
    ...{ variable: 'ANSWER_SECONDS', default: 60, unit: 'seconds' },
    counts: 'time for an answer',
  },
  settleMs: {
    ...{ variable: 'SETTLE_SECONDS', default: 45, unit: 'seconds', max: 300 },
    counts: 'time that `/settle` waits for a block; the payment is still made after it',
  },
  callsWaitMs: {
    ...{ variable: 'CALLS_WAIT_SECONDS', default: 20, unit: 'seconds', max: 45 },
    counts: 'time that a batch waits for its block before it is answered',
  },
  callsAtOnce: {
    ...{ variable: 'CALLS_AT_ONCE', default: 200, unit: 'calls' },
    counts: 'calls under way of one route',
  },
  inFlight: {
    ...{ variable: 'TRANSACTIONS_IN_FLIGHT', default: 64, unit: 'transactions', max: 10_000 },
    counts: 'transactions of one paying account that are in no block yet',
  },
  inFlightOfUser: {
    ...{ variable: 'TRANSACTIONS_IN_FLIGHT_OF_USER', default: 16, unit: 'transactions' },
    counts: 'transactions of one user or payer that are in no block yet',
  },
  failuresPerDay: {
    ...{ variable: 'FAILURES_PER_USER_PER_DAY', default: 3, unit: 'transactions', windowMs: dayMs },
    counts:
      'failed transactions of one user or payer, after which no more are paid for; after the first one, those in no block yet count too',
  },
  resendMs: {
    ...{ variable: 'RESEND_SECONDS', default: 30, unit: 'seconds' },
    counts: 'time after which a transaction in no block is sent again with a higher fee',
  },
  keepMs: {
    ...{ variable: 'KEEP_DAYS', default: 90, unit: 'days', min: 2 },
    counts: 'time for which ended transactions are kept',
  },
})
export type Limits = LimitsOf<typeof limits>
