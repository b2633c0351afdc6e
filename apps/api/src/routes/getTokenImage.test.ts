import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({
    names: {
      networks: [],
      tokens: [
        { symbol: 'POINT', name: 'Foyer Points' },
        { symbol: 'WETH', name: 'Wrapped Ether', icon: 'ETH' },
      ],
    },
  })
})
afterAll(() => api.close())
const ask = (id: string) => api.request(`/public/getTokenImage/${id}?projectId=${shop.id}`)

test('[7.25] gives the logo of a token in any case', async () => {
  const text = await (await ask('usdc')).text()
  expect(text).toContain('web3icons')
  expect(await (await ask('USDC')).text()).toBe(text)
})

test('[7.25] gives the named logo, else a monogram, for a token of the operator', async () => {
  expect(await (await ask('WETH')).text()).toBe(await (await ask('ETH')).text())
  expect(await (await ask('point')).text()).toContain('>PO</text>')
})

test('error: answers 404 for an unknown token', async () => {
  expect((await ask('NOSUCHTOKEN')).status).toBe(404)
  expect((await ask('..%2F..%2FUSDC')).status).toBe(404)
})
