import { testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, lab, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { addOrigin, removeOrigin } from '../projects/projects.ts'

describe.each(testEngines)('%s', (engine) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ engine })
  })
  afterAll(() => api.close())

  async function ask(projectId: string, origin?: string) {
    const headers: Record<string, string> = origin ? { Origin: origin } : {}
    const response = await api.request(`/projects/v1/origins?projectId=${projectId}`, { headers })
    expect(response.status).toBe(200)
    return {
      allow: response.headers.get('Access-Control-Allow-Origin'),
      ...(await response.json()),
    }
  }

  test('[7.26] gives the listed origins', async () => {
    expect(await ask(shop.id, 'https://shop.example')).toEqual({
      allow: 'https://shop.example',
      allowedOrigins: ['https://shop.example'],
    })
  })

  test('[7.26] returns only the list to a page whose origin is missing', async () => {
    expect(await ask(shop.id, 'https://evil.example')).toEqual({
      allow: '*',
      allowedOrigins: ['https://shop.example'],
    })
  })

  test('lists an origin that a rule allows', async () => {
    expect((await ask(lab.id, 'https://a.lab.example')).allowedOrigins).toEqual([
      'https://*.lab.example',
      'https://a.lab.example',
    ])
    expect((await ask(lab.id, 'http://localhost:3000')).allowedOrigins).toContain(
      'http://localhost:3000',
    )
    expect((await ask(lab.id)).allowedOrigins).toEqual(['https://*.lab.example'])
  })

  test('reflects origins that an operator adds and removes', async () => {
    const { queries } = api.database
    const origin = { projectId: shop.id, origin: 'https://Second.example' }
    expect([await addOrigin(queries, origin), await addOrigin(queries, origin)]).toEqual([
      true,
      false,
    ])
    expect((await ask(shop.id)).allowedOrigins).toEqual([
      'https://second.example',
      'https://shop.example',
    ])
    expect([await removeOrigin(queries, origin), await removeOrigin(queries, origin)]).toEqual([
      true,
      false,
    ])
    expect((await ask(shop.id)).allowedOrigins).toEqual(['https://shop.example'])
  })
})
