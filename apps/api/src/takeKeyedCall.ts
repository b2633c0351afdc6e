import type { Budget, Rate } from '@foyer/server'
import { chainBudget } from './chains/chainBudget.ts'
import type { Caller } from './doors.ts'
import type { Limits } from './limits.ts'
import type { Services } from './services.ts'

/** Calls that spend the operator's keys at outside services: the limit that counts each, and a name for its error. */
const kinds = {
  prices: ['priceCallsPerMinute', 'balances and prices'],
  identities: ['identityCallsPerMinute', 'identities and names'],
  pages: ['hostedPagesPerMinute', 'pages from hosted services'],
} as const satisfies Record<string, readonly [limit: keyof Limits, text: string]>
type Kind = keyof typeof kinds

const rateOf = (limits: Limits, kind: Kind): Rate => limits[kinds[kind][0]]

/** Counts a client's call that spends the operator's key at an outside service. @throws HttpError 429 `limit-exceeded` */
export const takeKeyedCall = (
  { limiter, limits }: Pick<Services, 'limiter' | 'limits'>,
  { client }: Pick<Caller, 'client'>,
  kind: Kind,
): Promise<void> => limiter.take({ key: `${kind}:${client}`, ...rateOf(limits, kind) })

/** Returns the budget of a route that calls {@link takeKeyedCall}. */
export const keyedBudget =
  (kind: Kind) =>
  (limits: Limits): Partial<Budget> => ({
    ...chainBudget(limits),
    finer: [`${rateOf(limits, kind).limit} ${kinds[kind][1]} a minute of one client`],
  })
