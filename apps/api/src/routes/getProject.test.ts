import { getProject } from '@foyer/protocol/api'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, lab, shop, shut, type TestApi } from '../createTestApi.test.kit.ts'

const serviceToken = 'service-token-of-a-test'
let api: TestApi
let closed: TestApi
beforeAll(async () => {
  api = await createTestApi({ services: { serviceToken } })
  closed = await createTestApi({ database: api.database })
})
afterAll(() => api.close())

const ask = async (path: string, token: string | undefined = serviceToken, on = api) => {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  const response = await on.request(`/internal/projects/${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('returns a project to a caller with the service token, in the shape of the protocol', async () => {
  const { body, headers, status } = await ask(shop.id)
  expect(status).toBe(200)
  expect(v.parse(getProject.response, body)).toEqual({
    id: shop.id,
    name: 'Shop',
    allowedOrigins: ['https://shop.example'],
    isDevelopment: false,
    isDisabled: false,
  })
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect((await ask(shut.id)).body).toMatchObject({ isDisabled: true })
})

test('checks an origin by the same rule as its own door', async () => {
  const of = async (id: string, origin: string) =>
    (await ask(`${id}?${new URLSearchParams({ origin })}`)).body.isOriginAllowed
  expect(await of(shop.id, 'https://shop.example')).toBe(true)
  expect(await of(shop.id, 'https://evil.example')).toBe(false)
  expect(await of(shop.id, 'http://localhost:4000')).toBe(false)
  expect(await of(lab.id, 'https://a.lab.example')).toBe(true)
  expect(await of(lab.id, 'http://localhost:4000')).toBe(true)
})

test('error: refuses another token, no token, an unknown project, a server without a token', async () => {
  expect(await ask(shop.id, 'service-token-of-a-tesu')).toMatchObject({ status: 403 })
  expect(await ask(shop.id, '')).toMatchObject({ status: 403 })
  expect(await ask('nobody')).toMatchObject({
    status: 404,
    body: { error: { code: 'resource-not-found', field: 'projectId' } },
  })
  const without = await ask(shop.id, serviceToken, closed)
  expect(without).toMatchObject({ status: 404, body: { error: { code: 'resource-not-found' } } })
  expect(without.body.error.field).toBeUndefined()
})
