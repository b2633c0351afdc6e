import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
const ask = (id: string) => api.request(`/public/getCurrencyImage/${id}?projectId=${shop.id}`)

test('[7.24] draws the sign of a currency', async () => {
  const dollar = await (await ask('usd')).text()
  expect(dollar).toMatch(/^<svg .*<path d="M12 5v14/)
  expect(await (await ask('CAD')).text()).toBe(dollar)
  expect(await (await ask('EUR')).text()).not.toBe(dollar)
})

test('[7.24] writes the code of a currency without a sign', async () => {
  expect(await (await ask('SEK')).text()).toContain('>SEK</text>')
})

test('error: answers 404 for an unknown currency code', async () => {
  for (const id of ['zzz', 'bitcoin', '%3Cscript%3E']) expect((await ask(id)).status).toBe(404)
})
