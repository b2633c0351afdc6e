import { relayCloseCodes } from '@foyer/protocol/relay'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import type { Page } from './store/store.ts'

/** A batch counts as one request per this many topics, messages, receipts, or sockets that read its messages. */
const partsPerRequest = 25
/** A frame counts as one more request per this many characters, or by its parts if they are more: reading it takes time. */
const charactersPerRequest = 4096
/** Messages that are looked at for the price of a request. */
const visitsPerRequest = 250

/** Returns the number of requests that one socket may send in a burst. */
export const burstOf = ({ burstMs, requestsPerSecond: { limit, windowMs } }: Limits) =>
  (burstMs / windowMs) * limit

/**
 * Makes the rate limiter of sockets, a token bucket. Its state is two numbers in the connection, so that thousands of
 * sockets stay cheap.
 */
export function createAllowance({ limits, now }: { limits: Limits; now: () => number }) {
  const burst = burstOf(limits)
  const { limit, windowMs } = limits.requestsPerSecond
  function take(connection: Connection, weight: number): void {
    const at = now()
    connection.allowance = Math.min(
      burst,
      connection.allowance + ((at - connection.allowanceAt) / windowMs) * limit,
    )
    connection.allowanceAt = at
    connection.allowance -= weight
  }
  return {
    /** Charges work that was done for a request, in requests. If nothing is left, the next request closes the connection. */
    spend: take,
    /** Charges a request. @returns the effect that closes the connection if its allowance is used up; else none */
    charge(connection: Connection, weight = 1): Effect[] {
      take(connection, weight)
      return connection.allowance >= 0 ? [] : tooMany(connection)
    },
  }
}

/** Returns the effect that closes a connection above its rate limit. */
export const tooMany = (connection: Connection): Effect[] => [
  { kind: 'close', connection, code: relayCloseCodes.tryLater, reason: 'Too many requests' },
]

/** Returns the cost of reading mailboxes, in requests: messages that were returned, and those that were looked at. */
export const weightOfPage = ({ messages, visited }: Pick<Page, 'messages' | 'visited'>): number =>
  messages.length / partsPerRequest + visited / visitsPerRequest

/** Returns the additional cost of a long frame, in requests. */
export const weightOfLength = (text: string): number =>
  Math.floor(text.length / charactersPerRequest)

const extraWeightOfParts = (parts: number) => Math.max(0, Math.ceil(parts / partsPerRequest) - 1)

/** Returns the additional cost of a publish if more sockets read its messages than it has messages, in requests. */
export const extraWeightOfReaders = (readers: number, messages: number): number =>
  Math.max(0, extraWeightOfParts(readers) - extraWeightOfParts(messages))

/** Returns the additional cost of a batch call, in requests. */
export function extraWeightOf(params: object): number {
  let most = 1
  for (const part of Object.values(params))
    if (Array.isArray(part) && part.length > most) most = part.length
  return extraWeightOfParts(most)
}
