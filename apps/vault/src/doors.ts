import {
  type Budget,
  type Call,
  type Door,
  HttpError,
  lightBudget,
  readBrowser,
  requesterAddress,
  requireServiceCall,
  sha256,
} from '@foyer/server'
import { rememberUsed } from '@foyer/server/database'
import type { Caller } from './auth/accessToken.ts'
import { authenticate } from './auth/authenticate.ts'
import { authenticateDevice } from './auth/authenticateDevice.ts'
import { used } from './database/schema.ts'
import type { Limits } from './limits.ts'
import type { Opener } from './links/decideLink.ts'
import { placeOf } from './links/placeOf.ts'
import type { Device } from './passkeys/device.ts'
import type { Services } from './services.ts'

const budget = (limits: Limits): Budget => ({
  bodyBytes: limits.bodyBytes,
  callsPerMinute: limits.callsOfAddressPerMinute.limit,
  answerMs: limits.answerMs,
  atOnce: limits.callsAtOnce,
  atOnceOfAddress: limits.callsAtOnceOfAddress,
})

/** Makes a door for pages of the login origin, with CORS. */
const doorOfLogin = <caller>(
  identify: (c: Call, body: Uint8Array<ArrayBuffer>, services: Services) => Promise<caller>,
): Door<Services, caller> => ({
  async admit(c, services, readBody) {
    letLoginRead(c, services)
    return identify(c, await readBody(), services)
  },
  budget: (limits) => ({
    ...budget(limits),
    finer: [`${limits.shareCallsPerMinute.limit} a minute of one device`],
  }),
  preflight: {
    headers: 'Authorization, Content-Type, DPoP',
    budget: lightBudget,
    admit: async (c, services) => letLoginRead(c, services),
  },
})

/** For the key worker: requires A's access token and a DPoP proof. */
export const ofWorker: Door<Services, Caller> = doorOfLogin(authenticate)

/** For pages of the login origin without a token: requires a DPoP proof of the device. */
export const ofDevice: Door<Services, Device> = doorOfLogin(async (c, body, services) => {
  const { browser, os } = readBrowser(c.req.header('User-Agent') ?? '')
  return { jkt: await authenticateDevice(c, body, services), madeIn: `${browser} on ${os}` }
})

/** For the login server A: requires a signature with the shared secret. */
export const ofService: Door<Services, undefined> = {
  async admit(c, { kms, log, now, queries, serviceSecret }, readBody) {
    await requireServiceCall(c, {
      from: 'A',
      body: await readBody(),
      secret: serviceSecret,
      fingerprints: kms.fingerprints,
      remember: (nonce, until) => rememberUsed(queries, used, { key: `service:${nonce}`, until }),
      log,
      nowMs: now(),
    })
    return undefined
  },
  budget: (limits) => ({
    ...budget(limits),
    callsPerMinute: limits.serviceCallsPerMinute.limit,
    atOnceOfAddress: limits.callsAtOnce,
  }),
}

/** For the page `/device` of this server only. */
export const ofPage: Door<Services, Opener> = {
  async admit(c, { limiter, limits, publicUrl, trustedProxies }) {
    requireOrigin(c, publicUrl)
    const network = placeOf(requesterAddress(c, trustedProxies))
    await limiter.take({ key: `page:${sha256(network)}`, ...limits.pageCallsPerMinute })
    return { network, ...readBrowser(c.req.header('User-Agent') ?? '') }
  },
  budget: (limits) => ({
    ...budget(limits),
    finer: [`${limits.pageCallsPerMinute.limit} a minute of one network`],
  }),
}

/** Requires the `Origin` header of the only page that may call. */
function requireOrigin(c: Call, origin: string): void {
  if (c.req.header('Origin') !== origin)
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
}

function letLoginRead(c: Call, { loginOrigin }: Services): void {
  requireOrigin(c, loginOrigin)
  c.header('Access-Control-Allow-Origin', loginOrigin)
  c.header('Access-Control-Expose-Headers', 'DPoP-Nonce')
  c.header('Vary', 'Origin')
}
