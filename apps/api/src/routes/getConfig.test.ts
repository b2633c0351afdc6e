import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, shop, type TestApi } from '../createTestApi.test.kit.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

test('returns an empty configuration for existing clients', async () => {
  const response = await api.request(`/appkit/v1/config?projectId=${shop.id}&st=appkit&sv=html-1`, {
    headers: { Origin: 'https://shop.example' },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ features: [] })
})
