import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { makeClientKey, signRelayJwt } from '../auth/signRelayJwt.test.kit.ts'
import type { Verdict } from '../projects/projectRules.ts'
import { createHandshake } from './handshake.ts'

const startedAt = 1_700_000_000_000
const key = makeClientKey()
const jwt = signRelayJwt(key, { now: startedAt })

type Asked = { url?: string; headers?: IncomingMessage['headers'] }
function open(verdict?: Verdict) {
  const clock = { nowMs: startedAt }
  const audiences = ['ws://relay']
  const asked: unknown[] = []
  const judge = createHandshake({
    audiences,
    now: () => clock.nowMs,
    projects:
      verdict &&
      (async (about) => {
        asked.push(about)
        return verdict
      }),
  })
  return {
    ...{ asked, audiences, clock },
    judge: ({ headers = {}, url = '/' }: Asked) => judge({ headers, url } as IncomingMessage),
  }
}
const admitted = { clientId: key.clientId }
const missing = 'JWT validation error: auth is missing'

test('reads the token from the query, otherwise from the Authorization header', async () => {
  const { judge } = open()
  const bearer = (text: string) => ({ authorization: text })
  expect(await judge({ url: `/?auth=${jwt}` })).toEqual(admitted)
  expect(await judge({ url: `?auth=${jwt}` })).toEqual(admitted)
  expect(await judge({ headers: bearer(`Bearer ${jwt}`) })).toEqual(admitted)
  expect(await judge({ headers: bearer(`bearer ${jwt}`) })).toEqual(admitted)
  expect(await judge({ url: '/?auth=x', headers: bearer(`Bearer ${jwt}`) })).toMatchObject({
    reason: 'JWT validation error: not a JWT',
  })
  for (const headers of [{}, bearer(jwt), bearer(`Basic ${jwt}`), bearer(`Bearer ${jwt} x`)])
    expect(await judge({ headers })).toEqual({ status: 401, reason: missing, wantsClose: false })
  // A path is no query.
  expect(await judge({ url: `auth=${jwt}` })).toMatchObject({ reason: missing })
})

test('[T108] asks about the project and the origin of the page only after the token', async () => {
  const { asked, judge } = open('allowed')
  await judge({ url: '/?auth=x&projectId=shop' })
  expect(asked).toEqual([])
  const headers = { origin: 'https://shop.example' }
  expect(await judge({ url: `/?auth=${jwt}&projectId=shop`, headers })).toEqual(admitted)
  expect(await judge({ url: `/?auth=${jwt}` })).toEqual(admitted)
  expect(asked).toEqual([
    { projectId: 'shop', origin: 'https://shop.example' },
    { projectId: '', origin: undefined },
  ])
})

test.each<[Verdict, 401 | 403, string]>([
  ['unknown', 401, 'Unauthorized: invalid key'],
  ['disabled', 403, 'Unauthorized: invalid key'],
  ['origin-not-allowed', 403, 'Unauthorized: origin not allowed'],
])('error: refuses a project that is %s', async (verdict, status, reason) => {
  const { judge } = open(verdict)
  for (const [query, wantsClose] of [
    ['', false],
    ['&useOnCloseEvent=true', true],
    ['&useOnCloseEvent=1', false],
  ] as const)
    expect(await judge({ url: `/?auth=${jwt}${query}` })).toEqual({ status, reason, wantsClose })
})

test('verifies a token again when it is a day old or has ended, and a refused one each time', async () => {
  const { audiences, clock, judge } = open()
  const other = signRelayJwt(key, { now: startedAt, claims: { exp: startedAt / 1000 + 60 } })
  for (const text of [jwt, other]) expect(await judge({ url: `/?auth=${text}` })).toEqual(admitted)
  // From here on only what is known already is admitted.
  audiences.length = 0
  const refused = { reason: 'JWT validation error: aud is not this relay' }
  const third = signRelayJwt(key, { now: startedAt, claims: { sub: 'third' } })
  for (let n = 0; n < 2; n++) expect(await judge({ url: `/?auth=${third}` })).toMatchObject(refused)
  // Five minutes of tolerance after its end.
  clock.nowMs = startedAt + 359_999
  expect(await judge({ url: `/?auth=${other}` })).toEqual(admitted)
  clock.nowMs = startedAt + 360_000
  expect(await judge({ url: `/?auth=${other}` })).toMatchObject(refused)
  clock.nowMs = startedAt + 86_399_999
  expect(await judge({ url: `/?auth=${jwt}` })).toEqual(admitted)
  clock.nowMs = startedAt + 86_400_000
  expect(await judge({ url: `/?auth=${jwt}` })).toMatchObject(refused)
})
