import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWork } from '@foyer/devnet/readWork'
import { postToken } from '@foyer/protocol/custody'
import { loginDevice, loginEmail, loginOtp } from '@foyer/protocol/login'
import {
  authFingerprints,
  signServiceCall,
  vaultBindContact,
  vaultEvent,
} from '@foyer/protocol/vault'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Boot, readBoot } from '../boot.ts'
import { integrityOf, readPageBundle } from '../build/pageBundle.ts'
import { callVaultAs } from './callVaultAs.test.kit.ts'
import { ofAnyPage, ofChannel, ofService } from './doors.ts'
import { limits } from './limits.ts'
import { longestWaitMs } from './login/loginDevice.ts'
import { documentHtml } from './pages/documentHtml.ts'
import type { DocumentKind } from './pages/headers.ts'
import { routes } from './routes.ts'
import { start } from './start.ts'
import {
  askForCode,
  emptyPages,
  logIn,
  newAddress,
  openDevice,
  shop,
  site,
  startTestLogin,
  type TestLogin,
} from './startTestLogin.test.kit.ts'

let server: TestLogin
beforeAll(async () => {
  server = await startTestLogin()
})
afterAll(() => server?.stop())
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.login.url + path, { headers })
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? ''
/** The document's settings, as a browser's parser reads them. */
const bootOf = (html: string) => {
  const content = /<meta name="foyer-boot" content="([^"]*)">/.exec(html)?.[1] ?? ''
  const text = content
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  return readBoot({ querySelector: () => ({ getAttribute: () => text }) } as never)
}

test('[T03] no site can embed the frame of an unknown, disabled or malformed project, or of one without an exact origin', async () => {
  for (const pid of [
    'nobody',
    'shut-project',
    '',
    "x' or 1=1 --",
    'a'.repeat(200),
    '../shop-project',
  ]) {
    const response = await get(`/frame?pid=${encodeURIComponent(pid)}&v=4`)
    expect([pid, response.status]).toEqual([pid, 401])
    expect(policyOf(response)).toContain("frame-ancestors 'none'")
    expect(await response.text()).toContain('Unauthorized: invalid key')
  }
  const wild = await get('/frame?pid=wild-project')
  expect([wild.status, policyOf(wild).includes("frame-ancestors 'none'")]).toEqual([403, true])
  const own = await get(`/frame?pid=${shop.id}&v=4`)
  expect(own.status).toBe(200)
  // The wildcard of its list embeds nothing, and makes the project untrusted.
  expect(policyOf(own)).toContain('frame-ancestors https://shop.example;')
  expect(bootOf(await own.text())).toMatchObject({
    document: 'frame',
    vaultUrl: server.vault.url,
    project: { id: shop.id, name: 'Shop', origins: ['https://shop.example'], trust: 'untrusted' },
  })
  const lab = (referer: string) => get('/frame?pid=lab-project', { referer })
  const local = await lab('http://site.localhost:4000/page')
  expect(policyOf(local)).toContain('frame-ancestors http://site.localhost:4000;')
  expect((await lab('https://evil.example/')).status).toBe(403)
})

test('[5.15] [8.21] begins a login only for an exact origin of a known project, and not while the api is unreachable', async () => {
  const device = await openDevice(server)
  const ask = (projectId: string, origin: string) =>
    device.ask(loginEmail.path, { email: newAddress(), site: { projectId, origin } })
  for (const origin of [
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://a.preview.example',
  ])
    expect([origin, await ask(shop.id, origin)]).toEqual([
      origin,
      expect.objectContaining({ status: 403, message: 'Unauthorized: origin not allowed' }),
    ])
  expect((await ask('wild-project', 'https://a.wild.example')).status).toBe(403)
  expect((await ask('lab-project', 'http://site.localhost:4000')).status).toBe(200)
  for (const projectId of ['nobody', 'shut-project'])
    expect(await ask(projectId, 'https://shop.example')).toMatchObject({
      status: 401,
      message: 'Unauthorized: invalid key',
    })
  server.api.state.isDown = true
  server.clock.addMs += 20_000
  expect((await ask(shop.id, 'https://shop.example')).status).toBe(503)
  expect((await get(`/frame?pid=${shop.id}`)).status).toBe(503)
  server.api.state.isDown = false
  expect((await ask(shop.id, 'https://shop.example')).status).toBe(200)
})

/** Features that no document of the login origin uses. */
const unusedFeatures = [
  ...['accelerometer=()', 'autoplay=()', 'camera=()', 'clipboard-read=()', 'display-capture=()'],
  ...['fullscreen=()', 'geolocation=()', 'gyroscope=()', 'hid=()', 'idle-detection=()'],
  ...['local-fonts=()', 'magnetometer=()', 'microphone=()', 'midi=()', 'payment=()'],
  ...['picture-in-picture=()', 'screen-wake-lock=()', 'serial=()', 'storage-access=()', 'usb=()'],
  'xr-spatial-tracking=()',
]

test('[T103] sends every document and file with its row of the header table', async () => {
  const socials = { google: { clientId: 'client', secret: 'a-secret-of-google' } }
  const whole = await start({ ...server.given, ...twin(), socials })
  /** Each kind of document, with its answers. */
  const documents: Record<DocumentKind, readonly (readonly [url: string, status: number])[]> = {
    popup: [['/popup', 200]],
    security: [['/security', 200]],
    export: [['/export', 200]],
    undo: [['/undo', 200]],
    frame: [
      [`/frame?pid=${shop.id}`, 200],
      ['/frame?pid=nobody', 401],
    ],
    social: [
      ['/oauth/start', 200],
      ['/oauth/callback/google', 400],
      ['/oauth/callback/google?state=forged&code=1', 400],
    ],
  }
  const all = Object.entries(documents).flatMap(([kind, answers]) =>
    answers.map(([path, status]) => ({ kind, path, expected: status })),
  )
  for (const { expected, kind, path } of all) {
    const { headers, status } = await fetch(whole.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect([path, status]).toEqual([path, expected])
    for (const rule of [
      "default-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'none'",
      'worker-src blob:',
      `connect-src 'self' ${server.vault.url}`,
      "frame-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types foyer-worker',
      'report-to csp',
    ])
      expect(policy).toContain(rule)
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    expect(scripts).not.toMatch(/'self'|unsafe-inline|'unsafe-eval'|https?:|\*/)
    const isFrame = kind === 'frame'
    // Nobody embeds a refusal.
    expect(policy.includes("frame-ancestors 'none'")).toBe(!isFrame || status !== 200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': isFrame ? 'cross-origin' : 'same-origin',
      'cross-origin-opener-policy': ['frame', 'popup', 'social'].includes(kind)
        ? 'unsafe-none'
        : 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const permissions = [
      ...unusedFeatures,
      kind === 'export' ? 'clipboard-write=(self)' : 'clipboard-write=()',
      ...['publickey-credentials-get=(self)', 'publickey-credentials-create=(self)'],
    ]
    expect(headers.get('permissions-policy')?.split(', ')).toEqual(permissions)
    expect(headers.get('reporting-endpoints')).toBe('csp="/v1/policy-reports"')
    // On plain http of one machine it would lock a developer out.
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  await whole.stop()
  const file = await get('/assets/frame-1.js')
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/javascript; charset=utf-8',
  })
  for (const path of [
    '/assets/frame-2.js',
    '/assets/../main.ts',
    '/assets/%2e%2e/package.json',
    '/frame/',
    '/.env',
  ])
    expect((await get(path)).status).toBe(404)
  const secure = await start({ ...server.given, ...twin(), loginOrigin: 'https://id.example' })
  const { headers } = await fetch(`${secure.url}/security`)
  expect(headers.get('strict-transport-security')).toBe(
    'max-age=63072000; includeSubDomains; preload',
  )
  await secure.stop()
})

/** Another process on the same database. */
const twin = () => ({
  port: 0,
  database: { kind: 'open', database: { ...server.database, close: async () => {} } } as const,
})

test('logs policy violations only by rule and place; refuses a flood of reports, and anything that is not a report', async () => {
  const { origin } = server
  const post = (body: unknown, ip = '198.51.100.7', type = 'application/reports+json') =>
    fetch(`${server.login.url}/v1/policy-reports`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': ip },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }).then(({ status }) => status)
  const report = (body: object) => ({ type: 'csp-violation', age: 1, url: `${origin}/x`, body })
  const canary = 'abandon-canary-about'
  const breach = {
    ...{ disposition: 'enforce', originalPolicy: canary, referrer: canary, sample: canary },
    documentURL: `${origin}/export?${canary}#${canary}`,
    blockedURL: `https://evil.example:8443/${canary}?${canary}`,
    effectiveDirective: 'connect-src',
    sourceFile: `${origin}/assets/frame-1.js?${canary}`,
    lineNumber: 12,
    user_agent: canary,
  }
  const before = server.lines.length
  const logged = () =>
    server.lines
      .slice(before)
      .filter((line) => line.includes('"alarm":"policy"'))
      .map((line) => JSON.parse(line))
  expect(await post([report(breach), { type: 'deprecation', body: {} }])).toBe(204)
  expect(logged()).toEqual([
    expect.objectContaining({
      ...{ level: 'warn', directive: 'connect-src', blocked: 'https://evil.example:8443' },
      ...{ document: '/export', source: '/assets/frame-1.js', line: 12 },
    }),
  ])
  const odd = {
    ...{ blockedURL: 'inline', documentURL: `${origin}/${canary}/${canary}` },
    ...{ effectiveDirective: canary, sourceFile: `data:text/html,${canary}` },
  }
  expect(await post(Array.from({ length: 30 }, () => report(odd)))).toBe(204)
  expect(logged()).toHaveLength(11)
  expect(logged()[1]).toMatchObject({
    ...{ directive: 'other', blocked: 'inline', document: 'own', source: 'data:' },
  })
  expect(server.lines.slice(before).join('')).not.toContain(canary)
  for (const bad of ['{', '[1]', [{ body: breach }], [report({ blockedURL: 1 })]])
    expect(await post(bad)).toBe(400)
  expect(await post('x'.repeat(70_000))).toBe(413)
  expect(await post([report(breach)], '198.51.100.7', 'text/plain')).toBe(415)
  const statuses = await Promise.all(Array.from({ length: 20 }, () => post([], '203.0.113.4')))
  expect(statuses).toEqual(Array(20).fill(204))
  expect(await post([report(breach)], '203.0.113.4')).toBe(429)
  expect(await post([], '203.0.113.5')).toBe(204)
  const metrics = await server.readMetrics()
  expect(metrics).toContain('foyer_login_policy_reports_total{directive="connect-src"} 1')
})

test('[T104] refuses to start with a replaced built file, and lists only built hashes in a policy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
  try {
    const body = new TextEncoder().encode('export {}')
    const asset = (name: string) => ({ src: `/assets/${name}.js`, integrity: integrityOf(body) })
    const page = { scripts: [asset('frame')], styles: [] }
    await writeFile(
      join(folder, 'manifest.json'),
      JSON.stringify({
        sources: 'x',
        documents: { frame: page, popup: page, security: page, export: page },
        parts: {
          approve: asset('approve'),
          decoder: asset('decoder'),
          work: asset('work'),
          worker: asset('worker'),
        },
      }),
    )
    await mkdir(join(folder, 'assets'))
    for (const name of ['frame', 'approve', 'decoder', 'work', 'worker'])
      await writeFile(join(folder, `assets/${name}.js`), body)
    const pages = await readPageBundle(folder)
    const well = await start({ ...server.given, ...twin(), pages: folder })
    const html = await fetch(`${well.url}/security`)
    const scripts = /script-src ([^;]*)/.exec(policyOf(html))?.[1]
    expect(scripts).toBe(`'${pages.parts.approve.integrity}' 'wasm-unsafe-eval'`)
    expect(await html.text()).toContain(`src="/assets/frame.js" integrity="${integrityOf(body)}"`)
    // Replaced while it runs: the file read at the start is served.
    await writeFile(join(folder, 'assets/frame.js'), 'alert(1)')
    expect(await (await fetch(`${well.url}/assets/frame.js`)).text()).toBe('export {}')
    await well.stop()
    await expect(start({ ...server.given, ...twin(), pages: folder })).rejects.toThrow(
      '/assets/frame.js',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('[T78] lets pages of every origin read what is the same for all, without cookies', async () => {
  const open = routes.filter(({ door }) => door === ofAnyPage)
  expect(open.map(({ endpoint: { method, path } }) => [method, path])).toEqual([
    ['GET', '/v1/login/socials'],
  ])
  for (const { endpoint } of open) {
    const answers = await Promise.all(
      ['https://evil.example', server.origin].map(async (origin) => {
        const answer = await get(endpoint.path, { origin, cookie: 'session=1' })
        const { headers, status } = answer
        expect(status).toBe(200)
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('access-control-allow-credentials')).toBe(null)
        expect(headers.get('set-cookie')).toBe(null)
        return answer.json()
      }),
    )
    expect(answers[0]).toEqual(answers[1])
  }
})

test('[T78] [T113] accepts no call from another page, a form, or without an origin; uses no cookies and no CORS', async () => {
  const { device } = await logIn(server)
  const seen: Headers[] = []
  for (const { door, endpoint } of routes) {
    // Pages of every origin may read what is the same for all, and a channel whose token they know: see their own tests.
    if (door === ofService || door === ofAnyPage || door === ofChannel) continue
    for (const origin of [
      'https://evil.example',
      'null',
      `${server.origin}.evil.example`,
      server.origin.replace('http', 'HTTP'),
      '',
    ]) {
      const answer = await device.ask(endpoint.path, {}, { origin })
      expect([endpoint.path, origin, answer.status]).toEqual([endpoint.path, origin, 403])
      seen.push(answer.headers)
    }
    const site = await device.ask(
      endpoint.path,
      {},
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(site.status).toBe(403)
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const form = await device.ask(endpoint.path, {}, { headers: { 'content-type': type } })
      expect([endpoint.path, type, form.status]).toEqual([endpoint.path, type, 415])
    }
    const preflight = await fetch(server.login.url + endpoint.path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(404)
    seen.push(preflight.headers)
    expect((await get(endpoint.path)).status).toBe(404)
  }
  for (const path of ['/security', `/frame?pid=${shop.id}`, '/.well-known/jwks.json', '/health'])
    seen.push((await get(path, { origin: 'https://evil.example' })).headers)
  for (const headers of seen) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(headers.get('set-cookie')).toBeNull()
  }
})

test('[T111] refuses slow clients, huge bodies, deep JSON and long batches, and answers other callers after less than 200 ms of work', async () => {
  /** Asks as another caller twenty times, and measures the median work until the answer, in ms. */
  const workOfOthers = async () => {
    const works: number[] = []
    for (let n = 0; n < 20; n++) {
      const since = readWork()
      expect((await get('/health')).status).toBe(200)
      works.push(readWork() - since)
    }
    return works.toSorted((a, b) => a - b)[10]
  }
  const slow = Array.from({ length: 60 }, () => {
    const socket = connect(server.login.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /v1/token HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\nX-')
    return socket
  })
  /** Bodies that come a byte at a time: each is given up when its request is too old. */
  const dribbles = Array.from({ length: 60 }, () => {
    const socket = connect(server.login.port, '127.0.0.1')
    socket.on('error', () => {})
    const headers = `Host: a\r\nOrigin: ${server.origin}\r\nContent-Type: application/json`
    socket.write(`POST /v1/token HTTP/1.1\r\n${headers}\r\nContent-Length: 100000\r\n\r\n`)
    const timer = setInterval(() => socket.write('x'), 100)
    socket.once('close', () => clearInterval(timer))
    return socket
  })
  try {
    const whileSlow = await workOfOthers()
    const { device } = await logIn(server)
    const big = await device.ask(postToken.path, `"${'x'.repeat(300_000)}"`)
    expect(big).toMatchObject({ status: 413, code: 'limit-exceeded' })
    const promised = await new Promise<string>((resolve) => {
      const socket = connect(server.login.port, '127.0.0.1')
      socket.on('data', (data) => {
        resolve(String(data))
        socket.destroy()
      })
      socket.write(
        `POST /v1/token HTTP/1.1\r\nHost: a\r\nOrigin: ${server.origin}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{`,
      )
    })
    expect(promised).toContain(' 413 ')
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    let isMeasured = false
    const flood = Array.from({ length: 10 }, async () => {
      do expect((await device.ask(postToken.path, deep)).status).toBe(400)
      while (!isMeasured)
    })
    const whileFlooded = await workOfOthers()
    isMeasured = true
    await Promise.all(flood)
    const batch = Array.from({ length: 10_000 }, () => 1)
    const many = await device.ask('/v1/rpc', { chainId: 'eip155:1', request: batch })
    expect(many).toMatchObject({ status: 400, code: 'request-invalid' })
    const address = `${'a.'.repeat(40)}a@${'b-'.repeat(60)}`
    expect((await device.ask(loginEmail.path, { email: address })).status).toBe(400)
    const head = await get('/health', { 'x-long': 'x'.repeat(20_000) }).catch(() => undefined)
    expect(head?.status ?? 431).toBe(431)
    const afterwards = await workOfOthers()
    for (const work of [whileSlow, whileFlooded, afterwards]) expect(work).toBeLessThan(200)
    const open = () => dribbles.filter(({ closed }) => !closed).length
    await expect.poll(open).toBe(0)
  } finally {
    for (const socket of [...slow, ...dribbles]) socket.destroy()
  }
})

test('[T111] refuses at once all but a few of a thousand concurrent waits for one login, and answers other callers after less than 200 ms of work', async () => {
  const email = newAddress()
  const device = await openDevice(server)
  const { txnId } = (await device.call(loginEmail, { email, site })) as { txnId: string }
  const leave = new AbortController()
  const { signal } = leave
  const statuses: number[] = []
  const waits: Promise<unknown>[] = []
  const wait = () =>
    device.send(loginDevice.path, { txnId }, { signal }).then(
      ({ status }) => statuses.push(status),
      (error) => {
        if (!signal.aborted) throw error
      },
    )
  const startedAt = performance.now()
  const places = limits.waitsOfTxn.default
  // A hundred at once, or a busy machine drops connections.
  while (waits.length < 1000) {
    waits.push(...Array.from({ length: 100 }, wait))
    await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(waits.length - places)
  }
  // On a busy machine a wait may have ended by itself, which frees its place for another one.
  const rounds = 1 + Math.floor((performance.now() - startedAt) / longestWaitMs)
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(places * rounds)
  const works: number[] = []
  for (let count = 0; count < 20; count++) {
    const since = readWork()
    expect((await fetch(`${server.login.url}/health`)).status).toBe(200)
    works.push(readWork() - since)
  }
  expect(works.toSorted((a, b) => a - b)[10]).toBeLessThan(200)
  leave.abort()
  await Promise.all(waits)
  // A disconnected caller frees its place, once the server has noticed.
  const { links } = await server.mail.waitFor(email)
  const waiting = vi.waitFor(() => device.call(loginDevice, { txnId }))
  await server.decide(links[0] ?? '')
  expect(await waiting).toEqual({ status: 'approved' })
})

test('refuses a wait at once when its login or its device already has too many', async () => {
  for (const name of ['waitsOfTxn', 'waitsOfDevice'] as const) {
    const limits = { ...server.given.limits, [name]: 0 }
    const full = await start({ ...server.given, ...twin(), limits })
    try {
      const device = await openDevice({ ...server, login: full })
      const begun = await device.call(loginEmail, { email: newAddress(), site })
      const refused = await device.ask(loginDevice.path, {
        txnId: (begun as { txnId: string }).txnId,
      })
      expect([name, refused.status, refused.code]).toEqual([name, 429, 'limit-exceeded'])
      expect(refused.headers.get('Retry-After')).toBe('1')
    } finally {
      await full.stop()
    }
  }
})

test('[T112] issues no code, token or login while rate limits can not be counted, but still serves documents', async () => {
  const device = await openDevice(server)
  const { otp, txnId } = await askForCode(server, device, newAddress())
  const execute = (statement: string) => server.database.queries.execute(sql.raw(statement))
  await execute('alter table rates rename to rates_away')
  try {
    for (const [path, body] of [
      [loginEmail.path, { email: newAddress(), site }],
      [loginOtp.path, { txnId, otp }],
      [postToken.path, { grant: 'refresh', refreshToken: 'x' }],
      ['/v1/shares/auth/release', {}],
    ] as const)
      expect([path, (await device.ask(path, body)).status]).toEqual([path, 503])
    expect((await get('/security')).status).toBe(200)
    expect((await get('/.well-known/jwks.json')).status).toBe(200)
  } finally {
    await execute('alter table rates_away rename to rates')
  }
  expect((await device.ask(loginOtp.path, { txnId, otp })).status).toBe(200)
  await execute('alter table used rename to used_away')
  expect((await device.ask(postToken.path, { grant: 'refresh', refreshToken: 'x' })).status).toBe(
    503,
  )
  await execute('alter table used_away rename to used')
})

test('[T115] refuses a vault call that is unsigned, changed, reflected, stale, replayed or from a server with a shared key', async () => {
  const { kmsB, login, now, serviceSecret } = server
  const post = async (
    sign: Partial<Parameters<typeof signServiceCall>[0]>,
    bent: { body?: string; headers?: Record<string, string> } = {},
  ) => {
    const { method, path } = authFingerprints
    const body = new TextEncoder().encode('{}')
    const headers = await signServiceCall({
      ...{ from: 'B', method, path, body, secret: serviceSecret },
      ...{ fingerprints: kmsB.fingerprints, nowMs: now() },
      ...sign,
    })
    const response = await fetch(login.url + path, {
      method,
      body: bent.body ?? body,
      headers: { ...headers, ...bent.headers },
    })
    const json = (await response.json()) as { fingerprints?: string[] }
    return { status: response.status, headers, fingerprints: json.fingerprints }
  }
  const good = await post({})
  expect(good).toMatchObject({ status: 200, fingerprints: [expect.any(String)] })
  const own = good.fingerprints!
  const bad: [string, Awaited<ReturnType<typeof post>>][] = [
    ['unsigned', await post({}, { headers: { 'foyer-signature': '' } })],
    ['another secret', await post({ secret: 'x'.repeat(64) })],
    ['changed', await post({}, { body: '{"a":1}' })],
    ['of A itself', await post({ from: 'A' })],
    ['for another path', await post({ path: vaultEvent.path })],
    ['stale', await post({ nowMs: now() - 61_000 })],
    ['of tomorrow', await post({ nowMs: now() + 61_000 })],
    ['replayed', await post({}, { headers: good.headers })],
    ['a shared key', await post({ fingerprints: [...kmsB.fingerprints, ...own] })],
    ['no keys', await post({ fingerprints: [] })],
  ]
  for (const [what, { status }] of bad) expect([what, status]).toEqual([what, 403])
  const plain = await fetch(`${login.url}${vaultEvent.path}`, { method: 'POST', body: '{}' })
  expect(plain.status).toBe(403)
})

test('counts all clients of a network together, and all clients of a project', async () => {
  const strict = await start({
    ...server.given,
    ...twin(),
    limits: { ...server.given.limits, mailsOfClientPer10Min: 3, mailsOfProjectPerHour: 1000 },
  })
  try {
    const to = { ...server, login: strict }
    const begin = async (ip: string) =>
      (await (await openDevice(to)).ask(loginEmail.path, { email: newAddress(), site }, { ip }))
        .status
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push(await begin('203.0.113.9'))
    expect(statuses).toEqual([200, 200, 200, 429])
    // The /24 has five times as many.
    for (let count = 0; count < 12; count++) statuses.push(await begin(`203.0.113.${count + 20}`))
    expect(statuses.slice(-1)).toEqual([200])
    expect(await begin('203.0.113.200')).toBe(429)
    expect(await begin('198.51.100.1')).toBe(200)
  } finally {
    await strict.stop()
  }
})

test("accepts a code alone when device approval is off, and the vault accepts the login server's word for the user", async () => {
  const open = await start({ ...server.given, ...twin(), deviceApproval: 'off' })
  try {
    const to = { ...server, login: open }
    const { action } = await askForCode(to, await openDevice(to), newAddress())
    expect(action).toBe('VERIFY_OTP')
    const { email, userId } = await logIn(to)
    expect(server.mail.inbox(email).some(({ sender }) => sender === 'vault')).toBe(false)
    expect(await callVaultAs(server, vaultBindContact, { kind: 'asserted', userId })).toBe(200)
    const { device } = await logIn(server)
    const other = { kind: 'email', userId, email, jkt: device.jkt } as const
    expect(await callVaultAs(server, vaultBindContact, other)).toBe(409)
  } finally {
    await open.stop()
  }
})

test('[T48] requires the link again after many wrong codes for an address, even when device approval is off', async () => {
  const limits = { ...server.given.limits, wrongCodesOfAddress: 5 }
  const open = await start({ ...server.given, ...twin(), deviceApproval: 'off', limits })
  try {
    const to = { ...server, login: open }
    const [email, device] = [newAddress(), await openDevice(to)]
    const { action, otp, txnId } = await askForCode(to, device, email)
    expect(action).toBe('VERIFY_OTP')
    const wrong = otp === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count++)
      expect((await device.ask(loginOtp.path, { txnId, otp: wrong })).status).toBe(400)
    server.clock.addMs += 31_000
    expect((await askForCode(to, await openDevice(to), email)).action).toBe('VERIFY_DEVICE')
    // The owner gets in by both addresses, and other users need nothing more.
    server.clock.addMs += 31_000
    expect((await logIn(to, { email })).userId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await askForCode(to, await openDevice(to), newAddress())).action).toBe('VERIFY_OTP')
  } finally {
    await open.stop()
  }
})

test("escapes the project's name in a document", async () => {
  const name = `"><script>alert(1)</script>'&`
  const boot: Boot = {
    ...bootOf(await (await get('/security')).text()),
    document: 'frame',
    project: { id: 'x', name, origins: [], trust: 'untrusted' },
  }
  const html = documentHtml(boot, emptyPages)
  expect(html).not.toContain('<script>alert')
  expect(bootOf(html).project?.name).toBe(name)
})
