import { randomInt } from 'node:crypto'
import { undoEmailChange } from '@foyer/protocol'
import {
  type Call,
  createHttpApp,
  type HttpApp,
  HttpError,
  networkOf,
  parseBody,
  readAccessToken,
  readBrowser,
  readCallBody,
  readInputError,
  refuse,
  requesterAddress,
  requireBudgets,
  requireProof,
  requireServiceCall,
  takeRate,
} from '@foyer/server'
import { undoEmail } from './account/undoEmail.ts'
import type { Asker, Client } from './auth/asker.ts'
import { createBudgets } from './budgets.ts'
import { rates } from './database/schema.ts'
import { networkHmac } from './hashes.ts'
import { reportPath, strictTransport } from './pages/headers.ts'
import { servePages } from './pages/servePages.ts'
import { takePolicyReports } from './pages/takePolicyReports.ts'
import { bodyOf, type Route, routes } from './routes.ts'
import type { Services } from './services.ts'
import { requireSession, requireTokenSession, type Session } from './tokens/sessions.ts'

const minuteMs = 60_000
/** What is added to the shortest answer, so that a watch tells nothing. @source security 2.9 */
const jitterMs = 50

/** The whole server as one value. */
export function createApp(services: Services): HttpApp {
  const { log, loginOrigin, metrics, metricsToken, tokens } = services
  const files = services.pages.files.keys()
  const budgets = createBudgets(services.limits, [...files])
  const app = createHttpApp({
    budgets,
    trustedProxies: services.trustedProxies,
    log,
    metrics,
    metricsToken,
    checkHealth: services.checkHealth,
    knownError: readInputError,
  })
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(strictTransport(loginOrigin)))
      c.res.headers.set(name, value)
    if (!c.res.headers.has('Content-Security-Policy'))
      c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    if (!c.res.headers.has('Cross-Origin-Resource-Policy'))
      c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  })
  servePages(app, services)
  app.get('/.well-known/jwks.json', (c) => {
    c.set('route', '/.well-known/jwks.json')
    return c.json(tokens.jwks, 200, { 'Cache-Control': 'public, max-age=300' })
  })
  for (const route of routes)
    app.post(route.endpoint.path, async (c) => {
      c.set('route', route.endpoint.path)
      return answer(c, route, services)
    })
  app.post(reportPath, async (c) => {
    c.set('route', reportPath)
    // No page of another origin sends this without asking first.
    if (!/^application\/reports\+json\b/i.test(c.req.header('Content-Type') ?? ''))
      throw new HttpError(415, 'request-invalid', 'The body must be reports')
    const bytes = await readCallBody(c)
    await takePolicyReports(services, { bytes, ip: clientOf(c, services).ip })
    return c.body(null, 204)
  })
  app.post(undoEmailChange.path, async (c) => {
    c.set('route', undoEmailChange.path)
    requireOwnPage(c, loginOrigin)
    const client = clientOf(c, services)
    await takeClientRate(services, client)
    const body = parseBody(undoEmailChange.body, await readCallBody(c))
    return c.json(await undoEmail(services, body, client))
  })
  requireBudgets(app, budgets)
  return app
}

async function answer(c: Call, route: Route, services: Services): Promise<Response> {
  const { loginOrigin } = services
  const isService = route.caller === 'service'
  if (!isService) requireOwnPage(c, loginOrigin)
  const client = clientOf(c, services)
  await takeClientRate(services, client)
  const bytes = await readCallBody(c)
  const { asker, session } = isService
    ? await letServiceIn(c, bytes, services)
    : await letIn(c, { bytes, client, route, services })
  const body = parseBody(bodyOf(route), bytes) as never
  const result = await noSooner(route.isBucketed ? services.leastMs : 0, () =>
    route.handle(services, { body, asker, session }),
  )
  return result instanceof Response
    ? c.newResponse(result.body, 200, Object.fromEntries(result.headers))
    : c.json(result as object)
}

/** Ends no sooner than after so long, well or not. */
async function noSooner<result>(leastMs: number, run: () => Promise<result>): Promise<result> {
  const startedAt = performance.now()
  try {
    return await run()
  } finally {
    const leftMs =
      leastMs === 0 ? 0 : leastMs + randomInt(jitterMs + 1) - (performance.now() - startedAt)
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
  }
}

type Let = { asker: Asker; session: Session }

/** Each caller proves a key with each call; what else it needs, the route says. */
async function letIn(
  c: Call,
  {
    bytes,
    client,
    route: { caller },
    services,
  }: { bytes: Uint8Array<ArrayBuffer>; client: Client; route: Route; services: Services },
): Promise<Let> {
  const { hmacKey, limits, log, loginOrigin, now, queries, remember, tokens } = services
  const nowMs = now()
  const accessToken = readAccessToken(c)
  if (caller === 'token' && accessToken === undefined)
    // The nonce comes with each refusal too.
    await requireProof(c, { ...proofOf(), body: bytes }).then(() =>
      refuse('token-invalid', 'There is no access token'),
    )
  const facts = caller === 'token' ? await tokens.verify(accessToken ?? '') : undefined
  const jkt = await requireProof(c, {
    ...proofOf(),
    body: bytes,
    ...(facts && { accessToken, jkt: facts.jkt }),
  })
  await takeRate(queries, rates, {
    ...{ key: `calls:${jkt}`, limit: limits.callsOfDevicePerMinute, windowMs: minuteMs, nowMs },
  })
  const asker = { jkt, client, signal: c.req.raw.signal }
  if (facts) return { asker, session: await requireTokenSession(services, facts) }
  if (caller === 'session') return { asker, session: await requireSession(services, jkt) }
  return { asker, session: undefined as never }

  function proofOf() {
    return { publicUrl: loginOrigin, nonceKey: hmacKey, remember, log, nowMs }
  }
}

async function letServiceIn(
  c: Call,
  body: Uint8Array<ArrayBuffer>,
  { kms, log, now, remember, serviceSecret }: Services,
): Promise<Let> {
  await requireServiceCall(c, {
    from: 'B',
    body,
    secret: serviceSecret,
    fingerprints: kms.fingerprints,
    remember: (nonce, untilMs) => remember(`service:${nonce}`, untilMs),
    log,
    nowMs: now(),
  })
  return { asker: undefined as never, session: undefined as never }
}

/** A browser's own word of where a call comes from: this origin's pages, and JSON, which no form can send. */
function requireOwnPage(c: Call, loginOrigin: string): void {
  const site = c.req.header('Sec-Fetch-Site')
  if (c.req.header('Origin') !== loginOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  if (!/^application\/json\b/i.test(c.req.header('Content-Type') ?? ''))
    throw new HttpError(415, 'request-invalid', 'The body must be JSON')
}

function clientOf(c: Call, { trustedProxies }: Services): Client {
  const ip = requesterAddress(c, trustedProxies)
  const userAgent = (c.req.header('User-Agent') ?? '').slice(0, 512)
  const { browser, os } = readBrowser(userAgent)
  return {
    ip,
    network: networkOf(ip, { v4: 24, v6: 48 }),
    userAgent,
    browser: `${browser} on ${os}`,
  }
}

const takeClientRate = (services: Services, { ip }: Client) =>
  takeRate(services.queries, rates, {
    key: `calls:ip:${networkHmac(services, networkOf(ip))}`,
    limit: services.limits.callsOfClientPerMinute,
    windowMs: minuteMs,
    nowMs: services.now(),
  })
