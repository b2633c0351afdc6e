import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { networkNames } from '../images/networkNames.ts'
import { publicImageIds } from '../images/publicImageIds.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({
    names: { networks: [{ id: 'eip155:31337', name: 'Foyer Devnet' }], tokens: [] },
  })
})
afterAll(() => api.close())
const ask = (id: string) => api.request(`/public/getAssetImage/${id}?projectId=${shop.id}`)

test('[7.23] gives the logo of every network it names', async () => {
  for (const id of Object.keys(networkNames)) {
    const text = await (await ask(encodeURIComponent(id))).text()
    // A logo of the package, not a monogram.
    expect(text, id).toContain('class="web3icons"')
  }
})

test('[7.23] gives a logo by its name, as the networks of the packages have it', async () => {
  for (const id of ['ethereum', 'arbitrum-one', 'solana', 'bitcoin', 'tron'])
    expect(await (await ask(id)).text(), id).toContain('class="web3icons"')
})

test('[7.23] gives a monogram for a chain of the operator', async () => {
  expect(await (await ask('eip155:31337')).text()).toContain('>FD</text>')
})

test('[7.23] gives the same logo under the id that existing clients ask for', async () => {
  for (const [id, name] of publicImageIds) {
    const response = await ask(id)
    expect([id, response.status]).toEqual([id, 200])
    const text = await response.text()
    expect(text).toContain('<svg')
    expect(text).toBe(await (await ask(encodeURIComponent(name))).text())
    expect(await (await ask(id.toUpperCase())).text()).toBe(text)
  }
  expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('[7.23] gives the logo of the connector', async () => {
  expect((await ask('walletConnect')).headers.get('Content-Type')).toBe('image/svg+xml')
})

test('error: answers 404 for an unknown id', async () => {
  expect((await ask('eip155:999999')).status).toBe(404)
  expect((await ask('toString')).status).toBe(404)
  // A logo of the package that belongs to no network here.
  expect((await ask('acala')).status).toBe(404)
})
