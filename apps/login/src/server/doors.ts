import {
  type Budget,
  type Call,
  type Door,
  HttpError,
  lightBudget,
  networkOf,
  readAccessToken,
  readBrowser,
  refuse,
  requesterAddress,
  requireProof,
  requireServiceCall,
} from '@foyer/server'
import type { Caller, Client } from './auth/caller.ts'
import { addressHmac } from './hashes.ts'
import type { Limits } from './limits.ts'
import { languageOf } from './pages/languageOf.ts'
import type { Services } from './services.ts'
import { requireSession, requireTokenSession, type Session } from './tokens/sessions.ts'

/** A device that is logged in. */
export type Member = Caller & { readonly session: Session }

/** The budget of a call of a page of this origin. */
export const callBudget = (limits: Limits): Budget => ({
  bodyBytes: limits.bodyBytes,
  callsPerMinute: limits.callsOfClientPerMinute.limit,
  answerMs: limits.answerMs,
  atOnce: limits.callsAtOnce,
  atOnceOfAddress: limits.callsAtOnceOfAddress,
  finer: [`${limits.callsOfClientPerMinute.limit} a minute of one address over all calls`],
})

/** Any page of this origin, with no proof. */
export const ofOwnPage: Door<Services, Client> = {
  async admit(c, services) {
    requireOwnPage(c, services.loginOrigin)
    return takeClientCall(c, services)
  },
  budget: callBudget,
}

/** Pages of every origin, which may read the answer: it is the same for all. */
export const ofAnyPage: Door<Services, Client> = {
  admit(c, services) {
    c.header('Access-Control-Allow-Origin', '*')
    return takeClientCall(c, services)
  },
  budget: callBudget,
}

/** Sites and Farcaster apps at this server's own relay, which know the token of a channel. */
export const ofChannel: Door<Services, Client & { readonly token: string; readonly key: string }> =
  {
    async admit(c, services) {
      c.header('Access-Control-Allow-Origin', '*')
      c.header('Cache-Control', 'no-store')
      const [, token = ''] =
        /^Bearer ([\w-]{4,64})$/.exec(c.req.header('Authorization') ?? '') ?? []
      const key = (c.req.header('X-Farcaster-Auth-Relay-Key') ?? '').slice(0, 256)
      return { ...(await takeClientCall(c, services)), token, key }
    },
    budget: (limits) => ({
      ...callBudget(limits),
      bodyBytes: limits.channelBytes,
      callsPerMinute: limits.channelCallsPerMinute.limit,
    }),
    preflight: {
      headers: 'Authorization, Content-Type, X-Farcaster-Auth-Relay-Key',
      budget: lightBudget,
      async admit(c) {
        c.header('Access-Control-Allow-Origin', '*')
      },
    },
  }

/**
 * Makes a door for devices, each of which proves a key with each call.
 * @param hasToken - whether an access token comes with it
 * @param identify - further authentication of the caller
 */
const doorOfDevices = <caller>(
  hasToken: boolean,
  identify: (services: Services, caller: Caller, facts: TokenFacts | undefined) => Promise<caller>,
): Door<Services, caller> => ({
  async admit(c, services, readBody) {
    const { hmacKey, limiter, limits, log, loginOrigin, now, remember, tokens } = services
    const client = await ofOwnPage.admit(c, services, readBody)
    const proof = {
      ...{ body: await readBody(), publicUrl: loginOrigin, nonceKey: hmacKey },
      ...{ remember, log, nowMs: now() },
    }
    const accessToken = readAccessToken(c)
    if (hasToken && accessToken === undefined)
      // Every refusal carries a nonce too.
      await requireProof(c, proof).then(() => refuse('token-invalid', 'There is no access token'))
    const facts = hasToken ? await tokens.verify(accessToken ?? '') : undefined
    const jkt = await requireProof(c, {
      ...proof,
      ...(facts && { accessToken, jkt: facts.jkt }),
    })
    await limiter.take({ key: `calls:${jkt}`, ...limits.callsOfDevicePerMinute })
    return identify(services, { jkt, client, signal: c.req.raw.signal }, facts)
  },
  budget: (limits) => {
    const { finer = [], ...rest } = callBudget(limits)
    const ofDevice = `${limits.callsOfDevicePerMinute.limit} a minute of one device over all calls`
    return { ...rest, finer: [...finer, ofDevice] }
  },
})

type TokenFacts = Awaited<ReturnType<Services['tokens']['verify']>>

/** Any device that proves its key. */
export const ofDevice: Door<Services, Caller> = doorOfDevices(false, async (_, caller) => caller)

/** A device that is logged in. */
export const ofSession: Door<Services, Member> = doorOfDevices(false, async (services, caller) => ({
  ...caller,
  session: await requireSession(services, caller.jkt),
}))

/** The same, with an access token. */
export const ofToken: Door<Services, Member> = doorOfDevices(
  true,
  async (services, caller, facts) => ({
    ...caller,
    session: await requireTokenSession(services, facts!),
  }),
)

/** The vault, whose calls all come from one address. */
export const ofService: Door<Services, undefined> = {
  async admit(c, services, readBody) {
    const { kms, log, now, remember, serviceSecret } = services
    await takeClientCall(c, services)
    await requireServiceCall(c, {
      from: 'B',
      body: await readBody(),
      secret: serviceSecret,
      fingerprints: kms.fingerprints,
      remember: (nonce, untilMs) => remember(`service:${nonce}`, untilMs),
      log,
      nowMs: now(),
    })
    return undefined
  },
  budget: (limits) => ({
    ...callBudget(limits),
    callsPerMinute: limits.serviceCallsPerMinute.limit,
    atOnceOfAddress: limits.callsAtOnce,
  }),
}

/** Requires a call by a page of this origin (`Origin`, `Sec-Fetch-Site`) with JSON, which no form can send. */
function requireOwnPage(c: Call, loginOrigin: string): void {
  const site = c.req.header('Sec-Fetch-Site')
  if (c.req.header('Origin') !== loginOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  if (!/^application\/json\b/i.test(c.req.header('Content-Type') ?? ''))
    throw new HttpError(415, 'request-invalid', 'The body must be JSON')
}

/** Counts a call by its origin on the network. @throws HttpError 429 `limit-exceeded` */
async function takeClientCall(c: Call, services: Services): Promise<Client> {
  const client = clientOf(c, services)
  const key = `calls:ip:${addressHmac(services, client.ip)}`
  await services.limiter.take({ key, ...services.limits.callsOfClientPerMinute })
  return client
}

/** The connection of a call. */
export function clientOf(c: Call, { trustedProxies }: Services): Client {
  const ip = requesterAddress(c, trustedProxies)
  const userAgent = (c.req.header('User-Agent') ?? '').slice(0, 512)
  const { browser, os } = readBrowser(userAgent)
  return {
    ip,
    network: networkOf(ip, { v4: 24, v6: 48 }),
    userAgent,
    browser: `${browser} on ${os}`,
    language: languageOf(c),
  }
}
