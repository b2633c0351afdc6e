import { HttpError } from '@foyer/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import type { Services } from '../services.ts'
import { emptyPages } from '../startTestLogin.test.kit.ts'
import { escapeHtml } from './documentHtml.ts'
import { documentHeaders, strictTransport } from './headers.ts'
import { logPolicyReports } from './logPolicyReports.ts'
import { undoPage } from './undoPage.ts'

const minute = 60_000
let servers: TestServers
let services: Services
const project = {
  ...{ id: 'shop', name: 'Shop <1>', isDevelopment: false, isDisabled: false },
  allowedOrigins: ['https://shop.example'],
}
type Project = typeof project
let found: Project
/** Origins that the api was asked about. */
let asked: string[]
beforeAll(async () => {
  servers = await createTestServers('PGlite')
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  services = {
    ...servers.services,
    firstPartyProjects: new Set(['shop']),
    metricsToken: 'metrics',
    trustedProxies: 1,
    projects: {
      async get(id) {
        if (id !== 'shop') throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key')
        return found as never
      },
      async admit(_, origin) {
        asked.push(origin)
        if (!origin.includes('localhost')) throw new HttpError(403, 'unauthorized', 'not allowed')
        return found as never
      },
    },
  }
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 24 * 60 * minute
  found = project
  asked = []
})

const get = async (path: string, headers: Record<string, string> = {}, by = services) => {
  const response = await createApp(by).request(`https://id.example${path}`, { headers })
  const text = await response.text()
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  return {
    ...{ status: response.status, text, header: (name: string) => response.headers.get(name) },
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    scripts: /script-src ([^;]*)/.exec(policy)?.[1],
  }
}
/** The settings in a document. */
const bootOf = (html: string) => {
  const content = /<meta name="[^"]*" content="(\{.*?\})">/.exec(html)?.[1] ?? '{}'
  const plain = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return JSON.parse(plain.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
}

describe('a document', () => {
  test.each(['popup', 'security', 'export'])(
    '/%s can not be embedded anywhere',
    async (document) => {
      const { ancestors, header, status, text } = await get(`/${document}`)
      expect([status, ancestors]).toEqual([200, "'none'"])
      expect(bootOf(text)).toEqual({
        ...{ document, vaultUrl: 'https://vault.example', parts: emptyPages.parts },
        networks: services.networks,
      })
      expect(header('Cross-Origin-Opener-Policy')).toBe(
        document === 'popup' ? 'unsafe-none' : 'same-origin',
      )
      expect(header('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(header('Permissions-Policy')?.includes('clipboard-write=(self)')).toBe(
        document === 'export',
      )
    },
  )

  test('/undo allows only its own script', async () => {
    const { ancestors, scripts, text } = await get('/undo')
    expect(ancestors).toBe("'none'")
    expect(scripts).toBe(`${undoPage('en').hashes.scripts.join(' ')} 'wasm-unsafe-eval'`)
    expect(text).toContain('Take the change back?')
  })

  test("/frame describes its project, and can be embedded only by the project's exact origins", async () => {
    const { ancestors, header, scripts, text } = await get('/frame?pid=shop')
    expect(ancestors).toBe('https://shop.example')
    expect(header('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(header('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
    const { approve } = emptyPages.parts
    const hashes = [emptyPages.documents.frame.scripts[0]!, approve]
    expect(scripts).toBe(
      [...hashes.map(({ integrity }) => `'${integrity}'`), "'wasm-unsafe-eval'"].join(' '),
    )
    expect(bootOf(text).project).toEqual({
      ...{ id: 'shop', name: 'Shop <1>', origins: ['https://shop.example'] },
      trust: 'first-party',
    })
    expect(text).not.toContain('<1>')
  })

  test.each<[string, Partial<Project>, string | undefined, string | undefined, string | undefined]>(
    [
      [
        'a wildcard',
        { allowedOrigins: ['https://a.example', 'https://*.b.example'] },
        undefined,
        'https://a.example',
        'untrusted',
      ],
      [
        'a wildcard alone',
        { allowedOrigins: ['https://*.b.example'] },
        undefined,
        undefined,
        undefined,
      ],
      ['no origin', { allowedOrigins: [] }, undefined, undefined, undefined],
      [
        'a page of localhost, not under development',
        {},
        'http://localhost:3000/x',
        'https://shop.example',
        'first-party',
      ],
      [
        'a page of localhost, under development',
        { isDevelopment: true },
        'http://localhost:3000/x',
        'https://shop.example http://localhost:3000',
        'first-party',
      ],
      [
        'a foreign page, under development',
        { isDevelopment: true },
        'https://evil.example/',
        'https://shop.example',
        'first-party',
      ],
      [
        'its own page, under development',
        { isDevelopment: true },
        'https://shop.example/x',
        'https://shop.example',
        'first-party',
      ],
      [
        'no address, under development',
        { isDevelopment: true },
        'nowhere',
        'https://shop.example',
        'first-party',
      ],
    ],
  )(
    '/frame gets its frame-ancestors and its trust from a project with %s',
    async (_, more, referer, ancestors, trust) => {
      found = { ...project, ...more }
      const answer = await get('/frame?pid=shop', referer === undefined ? {} : { referer })
      expect(answer.status).toBe(ancestors === undefined ? 403 : 200)
      expect(answer.ancestors).toBe(ancestors ?? "'none'")
      if (trust !== undefined) expect(bootOf(answer.text).project.trust).toBe(trust)
      expect(asked.includes('https://shop.example')).toBe(false)
    },
  )

  test('/frame marks a project as untrusted when the operator does not list it as first-party', async () => {
    const { text } = await get(
      '/frame?pid=shop',
      {},
      { ...services, firstPartyProjects: new Set() },
    )
    expect(bootOf(text).project.trust).toBe('untrusted')
  })

  test.each(['', '?pid=', '?pid=other', '?pid=a%20b', `?pid=${'x'.repeat(129)}`])(
    'error: /frame%s can not be embedded anywhere',
    async (query) => {
      const { ancestors, header, status } = await get(`/frame${query}`)
      expect([status, ancestors]).toEqual([401, "'none'"])
      expect(header('Cross-Origin-Embedder-Policy')).toBe('require-corp')
    },
  )

  test('is counted in the metrics under its own route, and so are files, the icon and the key list', async () => {
    const app = createApp(services)
    const ask = (path: string, headers = {}) =>
      app.request(`https://id.example${path}`, { headers })
    const routes = ['/popup', '/security', '/export', '/frame', '/undo', '/favicon.ico']
    for (const path of [...routes, '/assets/frame-1.js', '/.well-known/jwks.json']) await ask(path)
    const init = { method: 'POST', body: '[]' }
    await app.request('https://id.example/v1/policy-reports', init)
    const metrics = await ask('/metrics', { authorization: 'Bearer metrics' })
    const text = await metrics.text()
    for (const route of [...routes, '/assets', '/.well-known/jwks.json', '/v1/policy-reports'])
      expect(text).toContain(`route="${route}"`)
    expect(text).not.toContain('route="unknown"')
  })

  test('comes with headers that restrict its use, and so do files and errors', async () => {
    const file = await get('/assets/frame-1.js')
    expect([file.text, file.header('Content-Type'), file.header('Cache-Control')]).toEqual([
      ...['1', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ])
    expect(file.header('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
    expect((await get('/favicon.ico')).status).toBe(204)
    const keys = await get('/.well-known/jwks.json')
    expect(keys.header('Cache-Control')).toBe('public, max-age=300')
    expect(JSON.parse(keys.text)).toEqual(services.tokens.jwks)
    for (const one of [file, keys, await get('/nothing')]) {
      expect(one.header('Strict-Transport-Security')).toContain('max-age=63072000')
      expect(one.header('Cross-Origin-Resource-Policy')).toBe('same-origin')
    }
    const { header, status } = await get('/nothing')
    expect([status, header('Content-Security-Policy')]).toEqual([
      ...[404, "default-src 'none'; frame-ancestors 'none'"],
    ])
  })
})

test('sends Strict-Transport-Security only with https', () => {
  expect(strictTransport('http://localhost:4001')).toEqual({})
  const local = { ...services, loginOrigin: 'http://localhost:4001' }
  const headers = documentHeaders(local, { document: 'popup' })
  expect(headers).not.toHaveProperty('Strict-Transport-Security')
})

test('escapes every character that has a meaning in HTML', () => {
  expect(escapeHtml(`<a b="c" d='e'>&f`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;f')
})

describe('a policy report from a browser', () => {
  const log = async (
    reports: unknown,
    ip = '192.0.2.1',
    more: Partial<Services['limits']> = {},
  ) => {
    const before = servers.lines.length
    const bytes = new TextEncoder().encode(JSON.stringify(reports))
    const limits = { ...services.limits, ...more }
    const code = await logPolicyReports({ ...services, limits }, { bytes, ip }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    const lines = servers.lines.slice(before).map((line) => JSON.parse(line))
    return { code, lines: lines.filter(({ alarm }) => alarm === 'policy') }
  }
  const report = (body: object | null, type = 'csp-violation') => ({ type, body })

  test.each([
    ['https://id.example/frame', '/frame'],
    ['https://id.example/assets/a.js?x#y', '/assets/a.js'],
    [`https://id.example/${'a'.repeat(80)}`, `/${'a'.repeat(80)}`],
    [`https://id.example/${'a'.repeat(81)}`, 'own'],
    ['https://id.example/a/b', 'own'],
    ['https://id.example/', 'own'],
    ['https://evil.example/a?b#c', 'https://evil.example'],
    [
      `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`,
      `https://${'a'.repeat(60)}.${'b'.repeat(51)}`,
    ],
    ['data:text/html,x', 'data:'],
    ['eval', 'eval'],
    ['wasm-eval', 'wasm-eval'],
    ['anything', 'other'],
    ['', undefined],
    [null, undefined],
  ])('about %s is logged as %s', async (blockedURL, blocked) => {
    const { lines } = await log([report({ blockedURL, effectiveDirective: 'img-src' })])
    expect(lines).toHaveLength(1)
    expect([lines[0].blocked, lines[0].directive]).toEqual([blocked, 'img-src'])
  })

  test('is logged with a whole line number and a known directive; one body adds a limited number of lines', async () => {
    const bodies = [
      { lineNumber: 7, effectiveDirective: 'trusted-types' },
      { lineNumber: 1.5, effectiveDirective: 'toString' },
      {},
    ]
    const reports = [report(null), report({}, 'deprecation'), ...bodies.map((one) => report(one))]
    const { lines } = await log(reports)
    expect(lines.map(({ directive, line }) => [directive, line])).toEqual([
      ['trusted-types', 7],
      ['other', undefined],
      ['other', undefined],
    ])
    expect((await log(reports, undefined, { reportsOfBody: 2 })).lines).toHaveLength(2)
    expect((await log([{ body: {} }])).code).toBe('request-invalid')
  })

  test('is refused above the rate limit of its network, and above that of all networks', async () => {
    const ofAddress = { reportsOfAddressPerMinute: { limit: 2, windowMs: minute } }
    const codes = []
    for (const ip of ['a:1::1', 'a:1::2', 'a:1::3', 'b:1::1'])
      codes.push((await log([], ip, ofAddress)).code)
    expect(codes).toEqual(['done', 'done', 'limit-exceeded', 'done'])
    servers.clock.addMs += minute
    const ofAll = { reportsPerMinute: { limit: 2, windowMs: minute } }
    const all = []
    for (const ip of ['a:1::1', 'c:1::1', 'd:1::1']) all.push((await log([], ip, ofAll)).code)
    expect(all).toEqual(['done', 'done', 'limit-exceeded'])
  })
})
