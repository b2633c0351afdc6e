import { expect, test } from 'vitest'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { deadUrl, refuse, testServer } from '../testServer.test.kit.ts'
import { checkOrigin, getAllowedOrigins } from './checkOrigin.ts'

const withOrigins = async (allowedOrigins: string[]) => {
  const server = await testServer(() => ({ allowedOrigins }))
  return { server, foyer: testFoyer({ apiUrl: server.url }) }
}
const alertsOf = (foyer: ReturnType<typeof testFoyer>) =>
  foyer.store.get().alerts.map(({ code }) => code)

test('[7.26] asks for the origins of the project', async () => {
  const { foyer, server } = await withOrigins(['https://a.example'])
  expect(await getAllowedOrigins(foyer)).toEqual(['https://a.example'])
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: '/projects/v1/origins',
      query: { projectId: 'project', st: 'foyer', sv: 'html-eip155-0.1.0' },
    },
  ])
})

test('[8.23] origins that cannot be loaded give an empty list and no alert', async () => {
  const refusing = await testServer((_, response) => refuse(response, 401, 'no'))
  for (const apiUrl of [undefined, await deadUrl(), refusing.url]) {
    const foyer = testFoyer({ apiUrl })
    expect(await getAllowedOrigins(foyer)).toEqual([])
    await checkOrigin(foyer, 'https://a.example')
    expect(alertsOf(foyer)).toEqual([])
  }
})

test.each([
  [['https://a.example'], 'https://a.example'],
  [['https://b.example', 'https://*.a.example'], 'https://x.y.a.example'],
  [['http://localhost:*'], 'http://localhost:3000'],
])('%j lists %s', async (allowed, origin) => {
  const { foyer } = await withOrigins(allowed)
  await checkOrigin(foyer, origin)
  expect(alertsOf(foyer)).toEqual([])
})

test.each([
  [[], 'https://a.example'],
  [['https://a.example'], 'http://a.example'],
  [['https://a.example'], 'https://a.example.evil.example'],
  [['https://*.a.example'], 'https://a.example'],
  [['https://*.a.example'], 'https://evila.example'],
  [['https://*.a.example'], 'https://evil.example/.a.example'],
  [['https://*a.example'], 'https://evil.example/a.example'],
  [['https://a*a.example'], 'https://a.example'],
  [['https://*.*.example'], 'https://a.b.example'],
])('[8.20] error: %j does not list %s', async (allowed, origin) => {
  const { foyer } = await withOrigins(allowed)
  await checkOrigin(foyer, origin)
  await checkOrigin(foyer, origin)
  expect(foyer.store.get().alerts).toEqual([
    {
      code: 'origin-not-allowed',
      title: 'Invalid App Configuration',
      meaning: expect.stringContaining('not on the allowlist'),
    },
  ])
})
