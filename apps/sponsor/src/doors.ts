import { createHash } from 'node:crypto'
import {
  type Budget,
  type Door,
  HttpError,
  isSame,
  lightBudget,
  networkOf,
  requesterAddress,
} from '@foyer/server'
import type { Limits } from './limits.ts'
import type { Merchant } from './policy/policy.ts'
import type { Services } from './services.ts'

const budget = (limits: Limits, callsPerMinute: number): Budget => ({
  bodyBytes: limits.bodyBytes,
  callsPerMinute,
  answerMs: limits.answerMs,
  atOnce: limits.callsAtOnce,
  atOnceOfAddress: limits.callsAtOnce,
})

/** For the login server, which has verified the user, the project and the page; no page may call. */
export const ofLogin: Door<Services, undefined> = {
  async admit(c, { serviceToken }) {
    if (serviceToken === undefined)
      throw new HttpError(404, 'resource-not-found', 'There is nothing at this path')
    if (!isSame(c.req.header('Authorization') ?? '', `Bearer ${serviceToken}`))
      throw new HttpError(403, 'unauthorized', 'This is for the login server')
    return undefined
  },
  budget: (limits) => budget(limits, limits.serviceCallsPerMinute.limit),
}

/** A merchant's call. */
export type MerchantCall = {
  readonly merchant: Merchant
  /** The header `Idempotency-Key`. */
  readonly claim: string | undefined
}

/** For servers whose payments the operator makes: each has a bearer token. */
export const ofMerchant: Door<Services, MerchantCall> = {
  async admit(c, { limiter, limits, policy, trustedProxies }) {
    const token = (c.req.header('Authorization') ?? '').replace(/^Bearer /, '')
    const hash = createHash('sha256').update(token).digest('hex')
    const merchant = policy.merchants.find(({ tokenHash }) => isSame(tokenHash, hash))
    if (merchant === undefined) {
      const network = networkOf(requesterAddress(c, trustedProxies))
      await limiter.take({ key: `guess:${network}`, ...limits.guessesPerMinute })
      throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key')
    }
    await limiter.take({ key: `merchant:${merchant.id}`, ...limits.merchantCallsPerMinute })
    const claim = c.req.header('Idempotency-Key')
    if (claim !== undefined && !/^[\w.:-]{8,128}$/.test(claim))
      throw new HttpError(
        400,
        'params-invalid',
        'Idempotency-Key must be 8 to 128 of A-Z a-z 0-9 _ . : -',
      )
    return { merchant, claim }
  },
  budget: (limits) => ({
    ...budget(limits, limits.merchantCallsPerMinute.limit),
    finer: [`${limits.merchantCallsPerMinute.limit} a minute of one merchant over all routes`],
  }),
}

/** For wallets of a project's users: the key in the address names the project. It is no secret, since its page has it. */
export const ofPaymaster: Door<Services, { readonly projectId: string }> = {
  async admit(c, { limiter, limits, policy, trustedProxies }) {
    c.header('Access-Control-Allow-Origin', '*')
    const hash = createHash('sha256')
      .update(c.req.param('key') ?? '')
      .digest('hex')
    const found = policy.sponsorships.find(
      ({ paymasterKeyHash }) => paymasterKeyHash !== undefined && isSame(paymasterKeyHash, hash),
    )
    const network = networkOf(requesterAddress(c, trustedProxies))
    if (found === undefined) {
      await limiter.take({ key: `guess:${network}`, ...limits.guessesPerMinute })
      throw new HttpError(404, 'resource-not-found', 'There is nothing at this path')
    }
    const { projectId } = found
    await limiter.take({ key: `paymaster:${projectId}`, ...limits.paymasterCallsPerMinute })
    return { projectId }
  },
  preflight: {
    headers: 'Content-Type',
    budget: lightBudget,
    async admit(c) {
      c.header('Access-Control-Allow-Origin', '*')
    },
  },
  budget: (limits) => ({
    ...budget(limits, limits.paymasterCallsOfAddress),
    atOnceOfAddress: limits.paymasterAtOnceOfAddress,
    finer: [`${limits.paymasterCallsPerMinute.limit} a minute of one project`],
  }),
}

/** For anyone: what this server supports is public. */
export const ofAnyone: Door<Services, undefined> = {
  admit: async () => undefined,
  budget: lightBudget,
}
