import { defineLimits, type LimitsOf } from './limits.ts'

export const secondMs = 1000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** Limits of every server for cheap answers from memory, such as `/health` and files. */
export const sharedLimits = defineLimits({
  lightCallsPerMinute: {
    ...{ variable: 'LIGHT_CALLS_PER_MINUTE', default: 1200, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one address to a route with a light answer, as `/health`',
  },
  lightAnswerMs: {
    ...{ variable: 'LIGHT_ANSWER_SECONDS', default: 10, unit: 'seconds' },
    counts: 'time for a light answer',
  },
  lightAtOnce: {
    ...{ variable: 'LIGHT_CALLS_AT_ONCE', default: 500, unit: 'calls' },
    counts: 'calls under way of one route with a light answer',
  },
  lightAtOnceOfAddress: {
    ...{ variable: 'LIGHT_CALLS_AT_ONCE_PER_ADDRESS', default: 100, unit: 'calls' },
    counts: 'the same of one address',
  },
  metricsCallsPerMinute: {
    ...{ variable: 'METRICS_CALLS_PER_MINUTE', default: 120, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one address to `/metrics`',
  },
  metricsAtOnce: {
    ...{ variable: 'METRICS_CALLS_AT_ONCE', default: 10, unit: 'calls' },
    counts: 'calls under way to `/metrics`',
  },
  metricsAtOnceOfAddress: {
    ...{ variable: 'METRICS_CALLS_AT_ONCE_PER_ADDRESS', default: 5, unit: 'calls' },
    counts: 'the same of one address',
  },
  unknownCallsPerMinute: {
    ...{ variable: 'UNKNOWN_CALLS_PER_MINUTE', default: 600, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one address to paths that no route has',
  },
})

export type SharedLimits = LimitsOf<typeof sharedLimits>
