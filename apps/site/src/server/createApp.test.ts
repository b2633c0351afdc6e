import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { SiteConfig } from '../siteConfig.ts'
import { createApp } from './createApp.ts'
import { makePageFile } from './pageFiles.ts'

const config: SiteConfig = {
  projectId: 'demo</script><script>alert(1)</script>',
  apiUrl: 'http://api.localhost:4010',
  walletUrl: 'http://wallet.localhost:4003',
  networks: [
    {
      id: 31337,
      name: 'Devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://127.0.0.1:4100'] } },
    },
  ],
}
const html = '<!doctype html><head><!--site-config--></head>'
const script = 'console.log(1)\n'.repeat(200)
const files = new Map(
  Object.entries({
    '/index.html': html,
    '/plain.html': html,
    '/assets/page-1a2b3c.js': script,
  }).map(([path, content]) => [path, makePageFile(path, content)]),
)
const app = createApp({ config, files })
const policyOf = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

test('forbids inline scripts and styles, and allows only the URLs of this installation', async () => {
  const policy = policyOf(await app.request('/'))
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", 'http://wallet.localhost:4003'],
    'style-src': ["'self'"],
    'frame-src': ['http://wallet.localhost:4003'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  })
  expect(policy['connect-src']).toEqual(
    expect.arrayContaining([
      "'self'",
      'http://api.localhost:4010',
      'http://127.0.0.1:4100',
      'http://wallet.localhost:4003',
    ]),
  )
  expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*/)
})

test('forbids all styles on the plain page', async () => {
  expect(policyOf(await app.request('/plain.html'))['style-src']).toEqual(["'none'"])
})

test('allows calls to additional origins', async () => {
  const open = createApp({ config, files, connectOrigins: ['http://127.0.0.1:*'] })
  expect(policyOf(await open.request('/'))['connect-src']).toContain('http://127.0.0.1:*')
})

test('allows embedding the login site, if there is one', async () => {
  const loginUrl = 'http://login.localhost:4001'
  const open = createApp({ config: { ...config, loginUrl }, files })
  for (const path of ['/', '/plain.html']) {
    const policy = policyOf(await open.request(path))
    expect(policy['frame-src']).toEqual([config.walletUrl, loginUrl])
    // It lists its social logins.
    expect(policy['connect-src']).toContain(loginUrl)
  }
})

test('names no wallet if there is none', async () => {
  const { walletUrl: _, ...without } = config
  const policy = policyOf(await createApp({ config: without, files }).request('/'))
  expect(policy['script-src']).toEqual(["'self'"])
  expect(policy['frame-src']).toEqual(["'none'"])
})

test('writes the config into the page as data that can not close its element', async () => {
  const text = await (await app.request('/')).text()
  const json = /<script type="application\/json" id="site-config">(.*?)<\/script>/.exec(text)?.[1]
  expect(JSON.parse(json ?? '')).toEqual(config)
  expect(text).not.toContain('<script>alert')
})

test('sends the encoding that the client accepts, and nothing if the client has the file', async () => {
  const path = '/assets/page-1a2b3c.js'
  const bytes = async (accept: string) => {
    const response = await app.request(path, { headers: { 'Accept-Encoding': accept } })
    return {
      coding: response.headers.get('Content-Encoding'),
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
  const br = await bytes('gzip, deflate, br')
  expect(br.coding).toBe('br')
  expect(brotliDecompressSync(br.body).toString()).toBe(script)
  const gzip = await bytes('gzip')
  expect(gzip.coding).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(script)
  const plain = await bytes('')
  expect(plain.coding).toBeNull()
  expect(plain.body.toString()).toBe(script)

  const first = await app.request(path)
  expect(first.headers.get('Cache-Control')).toContain('immutable')
  const etag = first.headers.get('ETag') ?? ''
  const again = await app.request(path, { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('lets clients revalidate the page itself each time', async () => {
  const response = await app.request('/')
  expect(response.headers.get('Cache-Control')).toBe('public, no-cache')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
})

test.each(['/nothing', '/assets/../package.json', '/%2e%2e/package.json', '/.sources'])(
  'answers 404 at %s',
  async (path) => {
    expect((await app.request(path)).status).toBe(404)
  },
)

test('rejects a page without a place for the config', () => {
  const broken = new Map([['/index.html', makePageFile('/index.html', '<!doctype html>')]])
  expect(() => createApp({ config, files: broken })).toThrow(/site-config/)
})
