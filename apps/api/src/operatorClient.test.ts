import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from './createTestApi.test.kit.ts'

const serviceToken = 'a-token-of-the-operators-servers'
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ services: { serviceToken }, limits: { callsPerMinute: 3 } })
})
afterAll(() => api.close())

const ask = async (headers: Record<string, string>) =>
  (await api.request(`/getWallets?projectId=${shop.id}&page=1&entries=1`, { headers })).status
const client = (name: string, token = serviceToken) => ({
  authorization: `Bearer ${token}`,
  'foyer-client': name.padEnd(20, '0'),
})

test('counts each user of another server of the operator separately', async () => {
  for (let count = 0; count < 3; count++) expect(await ask(client('ada'))).toBe(200)
  expect(await ask(client('ada'))).toBe(429)
  expect(await ask(client('bob'))).toBe(200)
})

test('error: ignores the header without the token', async () => {
  const statuses = []
  for (const name of ['carol', 'dave', 'erin', 'frank', 'grace'])
    statuses.push(await ask(client(name, 'another-token-than-the-operators')))
  expect(statuses.at(-1)).toBe(429)
})
