import { once } from 'node:events'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { createConcurrency } from '../limits/concurrency.ts'
import { tooMany } from '../limits/limiter.ts'
import { createMemoryCounter } from '../limits/memoryCounter.ts'
import { minuteMs } from '../limits/sharedLimits.ts'
import { type Budgets, unknownRoute } from './budget.ts'
import type { Call, CallVariables } from './call.ts'
import { HttpError } from './httpError.ts'

/**
 * Enforces each route's budget before any of its code runs: rate, concurrency and time. `readCallBody` enforces the
 * body size.
 * @throws {@link HttpError} 429, 503, 504 with `Retry-After`
 */
export function enforceBudgets({
  budgets,
  clientOf,
  now = Date.now,
}: enforceBudgets.Options): MiddlewareHandler<{ Variables: CallVariables }> {
  const calls = createMemoryCounter()
  const underWay = createConcurrency()
  return async (c, next) => {
    const matched = matchedRoutes(c).find(({ method }) => method !== 'ALL')
    const name = matched ? `${matched.method} ${matched.path}` : unknownRoute
    const budget = budgets.get(name)
    if (budget === undefined) throw new Error(`${name} has no budget`)
    c.set('budget', budget)
    const ofAddress = `${name} ${clientOf(c)}`
    const rate = { key: ofAddress, limit: budget.callsPerMinute, windowMs: minuteMs }
    const retryAfterMs = calls.count(rate, now())
    if (retryAfterMs > 0) throw tooMany(retryAfterMs)
    const own = { key: ofAddress, limit: budget.atOnceOfAddress }
    const busy = { status: 503, message: 'Too many requests right now' } as const
    const all = { key: name, limit: budget.atOnce, ...busy }
    underWay.take([own, all])
    // A timed-out call still runs, and counts until it has ended.
    const answered = next().finally(() => underWay.leave([all]))
    // For its address it counts until the answer is sent, which fills the memory of a server as long as the client does not read.
    void Promise.allSettled([answered, isSent(c)]).then(() => underWay.leave([own]))
    await endsWithin(budget.answerMs, answered)
  }
}

export declare namespace enforceBudgets {
  type Options = {
    budgets: Budgets
    /** Returns the key under which a call is counted, usually its network address. */
    clientOf: (c: Call) => string
    /** @default Date.now */
    now?: (() => number) | undefined
  }
}

/** Settles when the answer has left, or its connection has ended. */
async function isSent({ env }: Call): Promise<void> {
  const { outgoing } = (env ?? {}) as Partial<HttpBindings>
  if (outgoing && !outgoing.closed) await once(outgoing, 'close')
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
