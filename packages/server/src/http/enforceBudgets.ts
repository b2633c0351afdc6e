import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { createWindows } from '../rates/createWindows.ts'
import { type Budgets, unknownRoute } from './budget.ts'
import type { Call, CallVariables } from './createHttpApp.ts'
import { HttpError } from './httpError.ts'

const minuteMs = 60_000

/**
 * Holds each call to the budget of its route, before any of its code runs: how often, how many at once, how long. Its body
 * is held to it by `readCallBody`.
 *
 * @throws {@link HttpError} 429, 503, 504 with `Retry-After`
 */
export function enforceBudgets({
  budgets,
  clientOf,
  now = Date.now,
}: enforceBudgets.Options): MiddlewareHandler<{ Variables: CallVariables }> {
  const windows = createWindows(now)
  const underWay = new Map<string, number>()
  const add = (key: string, change: 1 | -1) => {
    const count = (underWay.get(key) ?? 0) + change
    if (count > 0) underWay.set(key, count)
    else underWay.delete(key)
  }
  return async (c, next) => {
    const matched = matchedRoutes(c).find(({ method }) => method !== 'ALL')
    const name = matched ? `${matched.method} ${matched.path}` : unknownRoute
    const budget = budgets.get(name)
    if (budget === undefined) throw new Error(`${name} has no budget`)
    c.set('budget', budget)
    const ofAddress = `${name} ${clientOf(c)}`
    const rate = { cost: 1, limit: budget.callsPerMinute, windowMs: minuteMs }
    if (!windows.take(ofAddress, rate))
      throw new HttpError(429, 'limit-exceeded', 'Too many requests', {
        retryAfterMs: minuteMs - (now() % minuteMs),
      })
    if ((underWay.get(ofAddress) ?? 0) >= budget.atOnceOfAddress)
      throw new HttpError(429, 'limit-exceeded', 'Too many requests at a time', {
        retryAfterMs: 1000,
      })
    if ((underWay.get(name) ?? 0) >= budget.atOnce)
      throw new HttpError(503, 'limit-exceeded', 'Too many requests right now', {
        retryAfterMs: 1000,
      })
    for (const key of [name, ofAddress]) add(key, 1)
    // What is given up still runs: it counts until it has ended.
    const answered = next().finally(() => {
      for (const key of [name, ofAddress]) add(key, -1)
    })
    await endsWithin(budget.answerMs, answered)
  }
}

export declare namespace enforceBudgets {
  type Options = {
    budgets: Budgets
    /** Under which name a call is counted: its network address, as far as proxies are to be believed. */
    clientOf: (c: Call) => string
    /** @default Date.now */
    now?: (() => number) | undefined
  }
}

async function endsWithin(ms: number, answered: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new HttpError(504, 'request-timed-out', 'The answer took too long')),
      ms,
    )
  })
  try {
    await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
