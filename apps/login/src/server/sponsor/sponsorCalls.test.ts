import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BodyOf } from '@foyer/protocol'
import type { loginSponsorCheck } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestServers, type TestServers } from '../createTestServers.test.kit.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { createCallSponsor } from './createCallSponsor.ts'
import { sponsorCalls, sponsorCheck, sponsorState } from './sponsorCalls.ts'

const session = { projectId: 'p', origin: 'https://shop.example', userId: 'ada' } as Session
const body: BodyOf<typeof loginSponsorCheck> = {
  ...{ chainId: 'eip155:1', account: '0x00000000000000000000000000000000000051a0' },
  calls: [{ to: '0x00000000000000000000000000000000000051a0', value: '0', data: '0xa9059cbb' }],
}
const signed = { ...body, nonce: '1', deadline: 5, signature: '0xab' as const }

let servers: TestServers
let services: Services
let asked: unknown[][]
beforeAll(async () => {
  servers = await createTestServers('PGlite')
  servers.clock.fixedAt = Date.parse('2026-11-22T12:00:00Z')
  services = {
    ...servers.services,
    limits: { ...servers.services.limits, sponsorPerMinute: { limit: 3, windowMs: 60_000 } },
    projects: {
      get: () => Promise.reject(new Error('not asked')),
      async admit(projectId) {
        if (projectId !== 'p') throw new HttpError(403, 'unauthorized', '')
        return {} as never
      },
    },
    callSponsor: async ({ path }, sent) => {
      asked.push([path, sent])
      return { pays: true } as never
    },
  }
})
afterAll(() => servers.stop())
beforeEach(() => {
  servers.clock.addMs += 60_000
  asked = []
})

test('adds user, project and page of the session, and takes none of them from the caller', async () => {
  const lying = { ...body, projectId: 'q', origin: 'https://evil.example', user: 'bob' }
  await sponsorCheck(services, body, session)
  await sponsorCalls(services, signed, session)
  const [[, sent], [path]] = asked as [[string, { user: string }], [string]]
  expect(sent).toEqual({
    ...{ ...body, projectId: 'p', origin: 'https://shop.example' },
    // A keyed hash: the sponsor can not tell who it is.
    user: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(sent.user).not.toContain('ada')
  expect(path).toBe('/internal/calls')
  await sponsorCheck(services, lying as never, { ...session, userId: 'eve' })
  const [, other] = asked[2] as [string, { origin: string; projectId: string; user: string }]
  expect([other.projectId, other.origin]).toEqual(['p', 'https://shop.example'])
  expect(other.user).not.toBe(sent.user)
})

test('asks about the batches of the session alone, by a limit of its own', async () => {
  const id = '0b8c6f8e-53a1-4a7d-9a41-1d1f0f8c2f7e'
  await sponsorCheck(services, body, session)
  for (let n = 0; n < 5; n++)
    await sponsorState(services, { id, user: 'someone-else-0001' } as never, session)
  const [[, { user }], [path, sent]] = asked as [[string, { user: string }], [string, object]]
  expect([path, sent]).toEqual(['/internal/state', { id, user }])
})

test("error: refuses the login server's own pages, projects that are not allowed, and without a sponsor", async () => {
  const refused = (more: Partial<Session>, given = services) =>
    expect(sponsorCalls(given, signed, { ...session, ...more })).rejects.toMatchObject({
      status: 403,
    })
  await refused({ projectId: null })
  await refused({ origin: null })
  await refused({ projectId: 'other' })
  await refused({}, { ...services, callSponsor: undefined })
  expect(asked).toEqual([])
})

test('error: counts questions and batches of a user, over all devices', async () => {
  for (let n = 0; n < 3; n++) await sponsorCheck(services, body, session)
  await expect(sponsorCalls(services, signed, session)).rejects.toMatchObject({ status: 429 })
  await sponsorCalls(services, signed, { ...session, userId: 'bob' })
  expect(asked).toHaveLength(4)
})

test('error: passes refusals of the sponsor on, and tells nothing else of it', async () => {
  const answers: [number, unknown][] = [
    [403, { error: { code: 'action-not-allowed', message: 'The operator does not pay' } }],
    [429, { error: { code: 'limit-exceeded', message: 'The daily budget is spent' } }],
    [500, { error: { code: 'internal', message: 'secret' } }],
    [401, { error: { code: 'unauthorized', message: 'secret' } }],
    [200, { pays: 'maybe' }],
  ]
  const server = createServer((request, response) => {
    request.resume()
    const [status, answer] = answers.shift()!
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const callSponsor = createCallSponsor({ token: 't', url: `http://127.0.0.1:${port}` })
  const ask = () => sponsorCheck({ ...services, callSponsor }, body, { ...session, userId: 'x' })
  const { limits } = services
  services = {
    ...services,
    limits: { ...limits, sponsorPerMinute: { limit: 9, windowMs: 60_000 } },
  }
  await expect(ask()).rejects.toMatchObject({ status: 403, message: 'The operator does not pay' })
  await expect(ask()).rejects.toMatchObject({ status: 429, message: 'The daily budget is spent' })
  for (let n = 0; n < 3; n++)
    await expect(ask()).rejects.toMatchObject({
      ...{ status: 503, message: 'The sponsor does not answer' },
    })
})
