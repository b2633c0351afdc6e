import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../chromium.ts'
import { startPhoneWallet } from './startPhoneWallet.ts'

let wallet: Awaited<ReturnType<typeof startPhoneWallet>>
let browser: Browser
const chains = [{ chainId: 31337, url: 'http://127.0.0.1:4100' }]
const relayUrl = 'ws://relay.localhost:4011'
beforeAll(async () => {
  const solana = { url: 'http://127.0.0.1:4120' }
  wallet = await startPhoneWallet({ port: 0, relayUrl, chains, solana })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await wallet?.stop()
})

const at = (path: string) => `http://127.0.0.1:${wallet.port}${path}`

test('serves its page at each URL that sites open', async () => {
  for (const path of ['/', '/?uri=wc%3Aab', '/wc?uri=wc%3Aab', '/wc?requestId=1&sessionTopic=2']) {
    const response = await fetch(at(path))
    expect(response.status, path).toBe(200)
    expect(await response.text()).toContain('id="phone-config"')
  }
  const missing = await fetch(at('/elsewhere'))
  expect(missing.status).toBe(404)
  expect(await missing.json()).toMatchObject({ error: { code: 'not-found' } })
})

test('its policy allows only the relay and the networks', async () => {
  const { headers } = await fetch(at('/'))
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain(`connect-src ${relayUrl} http://127.0.0.1:4100 http://127.0.0.1:4120; `)
  expect(policy).not.toContain('unsafe')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the config is data that can not close its element', async () => {
  const other = await startPhoneWallet({ port: 0, relayUrl, projectId: '</script><p>out' })
  try {
    const html = await (await fetch(`http://127.0.0.1:${other.port}/`)).text()
    expect(html).not.toContain('<p>out')
    expect(html).toContain('\\u003c/script>\\u003cp>out')
  } finally {
    await other.stop()
  }
})

test('starts without sites, calls no host, and only the newest tab is the wallet', async () => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 } })
  try {
    const asked: string[] = []
    context.on('request', (request) => asked.push(new URL(request.url()).origin))
    const page = await context.newPage()
    page.on('websocket', (socket) => asked.push(socket.url()))
    await page.goto(`${wallet.url}/wc?uri=nonsense`)
    await page.getByText(/This link doesn’t work/).waitFor()
    await page.getByRole('heading', { name: 'No connected sites' }).waitFor()
    expect(new Set(asked)).toEqual(new Set([wallet.url]))
    // The link is a secret.
    expect(page.url()).toBe(`${wallet.url}/`)
    const box = await page.locator('.phone').boundingBox()
    expect(box?.width).toBe(390)

    const newer = await context.newPage()
    await newer.goto(wallet.url)
    await newer.getByRole('heading', { name: 'No connected sites' }).waitFor()
    await page.getByRole('heading', { name: 'The wallet is open in another tab.' }).waitFor()
    await page.getByRole('button', { name: 'Use it here' }).click()
    await page.getByRole('heading', { name: 'No connected sites' }).waitFor()
    await newer.getByRole('heading', { name: 'The wallet is open in another tab.' }).waitFor()
  } finally {
    await context.close()
  }
})

test('names a port that is in use and the fix', async () => {
  await expect(startPhoneWallet({ port: wallet.port, relayUrl })).rejects.toThrow(
    new RegExp(`port ${wallet.port}: .*EADDRINUSE.*another port`),
  )
})
