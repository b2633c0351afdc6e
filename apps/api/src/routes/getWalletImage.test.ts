import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'

const chains = ['eip155:1'] as ['eip155:1']

describe('the image of a wallet', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({
      wallets: [
        { id: 'fox', other_ids: ['old-fox'], name: 'MetaMask', icon: 'wallets/metamask', chains },
        { id: 'plain', name: 'Plain <Wallet>', chains },
        { id: 'gone', name: 'Gone', icon: 'wallets/no-such-logo', chains },
      ],
      extraWallets: [
        {
          id: 'dev',
          name: 'Dev',
          chains,
          image: { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
        },
      ],
    })
  })
  afterAll(() => api.close())
  const ask = (id: string, headers: Record<string, string> = {}) =>
    api.request(`/getWalletImage/${id}?projectId=${shop.id}`, { headers })

  test('[7.22] gives the logo of a wallet that has one', async () => {
    const response = await ask('fox')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[\s\S]*#FF5C16/)
    expect((await ask('old-fox')).status).toBe(200)
  })

  test('[7.22] gives a wallet without a logo a monogram, always the same', async () => {
    const first = await (await ask('plain')).text()
    expect(first).toContain('>Pl</text>')
    expect(await (await ask('plain')).text()).toBe(first)
    expect(await (await ask('gone')).text()).toContain('>Go</text>')
  })

  test('returns the image of an operator', async () => {
    expect(await (await ask('dev')).text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
  })

  test('error: answers 404 for an unknown wallet', async () => {
    for (const id of ['nobody', '..%2F..%2Fpackage', '%00', 'constructor']) {
      expect((await ask(id)).status).toBe(404)
    }
  })

  test('is cached by browsers for a year and requested once', async () => {
    const { headers } = await ask('fox')
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const etag = headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const again = await ask('fox', { 'If-None-Match': `W/${etag}, "other"` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await ask('plain', { 'If-None-Match': etag })).status).toBe(200)
  })

  test('runs no script when opened as a page, and loads on cross-origin isolated pages', async () => {
    const { headers } = await ask('fox')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })
})
