import { testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, lab, shop, shut, type TestApi } from '../createTestApi.test.kit.ts'

describe.each(testEngines)('%s', (engine) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ engine })
  })
  afterAll(() => api.close())
  const ask = (id: string) =>
    api.request(`/getAnalyticsConfig?projectId=${id}&st=appkit&sv=html-1.0.0`)

  test('[7.27] reports whether the project collects events', async () => {
    expect(await (await ask(shop.id)).json()).toEqual({ isAnalyticsEnabled: true })
    expect(await (await ask(lab.id)).json()).toEqual({ isAnalyticsEnabled: false })
  })

  test('[8.22] error: answers 403 for a disabled project', async () => {
    expect((await ask(shut.id)).status).toBe(403)
  })
})
