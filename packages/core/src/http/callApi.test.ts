import { readFileSync } from 'node:fs'
import { getIdentity, getOrigins, getWalletImage, postEvent } from '@foyer/protocol/api'
import { expect, expectTypeOf, test } from 'vitest'
import { testFoyer, testNetwork } from '../testFoyer.test.kit.ts'
import { deadUrl, refuse, sendJson, testServer } from '../testServer.test.kit.ts'
import { callApi } from './callApi.ts'

const origins = { allowedOrigins: ['https://a.example'] }

test('[7.20] carries projectId, sdk type and sdk version', async () => {
  const server = await testServer(() => origins)
  const foyer = testFoyer({ apiUrl: server.url })
  expect(await callApi(foyer, getOrigins)).toEqual(origins)
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: '/projects/v1/origins',
      query: { projectId: 'project', st: 'foyer', sv: 'html-eip155-0.1.0' },
    },
  ])
})

test('[9.27] sends html-wagmi-4.2.2 as sv if the site sets it, and the running versions by default', async () => {
  const server = await testServer(() => origins)
  const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8'))
  for (const sdkVersion of ['html-wagmi-4.2.2', undefined])
    await callApi(testFoyer({ apiUrl: server.url, networks, sdkVersion }), getOrigins)
  expect(server.requests.map(({ query }) => query.sv)).toEqual([
    'html-wagmi-4.2.2',
    `html-eip155_solana-${version}`,
  ])
})

test('[7.20] sends the sdk type and version of a framework package', async () => {
  const server = await testServer(() => origins)
  const foyer = testFoyer({ apiUrl: server.url, sdkType: 'mine', sdkVersion: 'react-evm-1.0.0' })
  await callApi(foyer, getOrigins)
  expect(server.requests[0]?.query).toEqual({
    projectId: 'project',
    st: 'mine',
    sv: 'react-evm-1.0.0',
  })
})

test('fills path and query, and parses the answer', async () => {
  const server = await testServer(() => ({ name: 'a.eth', avatar: null, more: 1 }))
  const foyer = testFoyer({ apiUrl: server.url })
  const answer = await callApi(foyer, getIdentity, {
    path: { address: '0x/1' },
    query: { chainId: 'eip155:1' },
  })
  expectTypeOf(answer.name).toEqualTypeOf<string | null>()
  expect(answer).toEqual({ name: 'a.eth', avatar: null })
  expect(server.requests[0]).toMatchObject({
    path: '/v1/identity/0x%2F1',
    query: { chainId: 'eip155:1' },
  })
})

test('error: makes no call without apiUrl', async () => {
  await expect(callApi(testFoyer(), getOrigins)).rejects.toMatchObject({
    code: 'http-failed',
    details: 'Set apiUrl in the options.',
  })
})

test('error: a path name that would resolve to another path', async () => {
  const server = await testServer(() => origins)
  const call = callApi(testFoyer({ apiUrl: server.url }), getWalletImage, { path: { id: '..' } })
  await expect(call).rejects.toMatchObject({ details: expect.stringContaining('getWalletImage') })
  expect(server.requests).toHaveLength(0)
})

test.each([
  ['another shape', { origins: [] }],
  ['a list', []],
  ['null', null],
])('error: an answer of the wrong shape: %s', async (_, body) => {
  const server = await testServer((_request, response) => sendJson(response, 200, body))
  const call = callApi(testFoyer({ apiUrl: server.url }), getOrigins)
  await expect(call).rejects.toMatchObject({
    code: 'http-failed',
    details: expect.stringContaining('another shape'),
  })
})

test.each(['', '<html>', '{"half":'])('error: an answer that is not JSON: %j', async (text) => {
  const server = await testServer((_, response) => void response.end(text))
  await expect(callApi(testFoyer({ apiUrl: server.url }), getOrigins)).rejects.toMatchObject({
    code: 'http-failed',
  })
})

test.each([401, 403])('error: %i is never retried', async (status) => {
  const server = await testServer((_, response) => refuse(response, status, 'no'))
  await expect(callApi(testFoyer({ apiUrl: server.url }), getOrigins)).rejects.toMatchObject({
    code: 'http-failed',
    details: `GET /projects/v1/origins: ${status} no`,
    cause: { status, message: 'no' },
  })
  expect(server.requests).toHaveLength(1)
})

test('retries on a busy server', async () => {
  const server = await testServer((_, response) =>
    server.requests.length < 3 ? sendJson(response, 503, {}) : origins,
  )
  expect(await callApi(testFoyer({ apiUrl: server.url }), getOrigins)).toEqual(origins)
  expect(server.requests).toHaveLength(3)
})

const event = {
  eventId: 'e',
  url: 'u',
  domain: 'd',
  timestamp: 1,
  props: { type: 'track', event: 'X' },
}

test('error: a write is sent once', async () => {
  const server = await testServer((_, response) => sendJson(response, 503, {}))
  const call = callApi(testFoyer({ apiUrl: server.url }), postEvent, { body: event })
  await expect(call).rejects.toMatchObject({ cause: { status: 503 } })
  expect(server.requests).toHaveLength(1)
})

test('treats an answer without a body as empty', async () => {
  const server = await testServer((_, response) => {
    response.writeHead(202).end()
  })
  expect(await callApi(testFoyer({ apiUrl: server.url }), postEvent, { body: event })).toEqual({})
})

test('[8.15] error: no connection, or no answer', async () => {
  const dead = testFoyer({ apiUrl: await deadUrl() })
  await expect(callApi(dead, getOrigins)).rejects.toMatchObject({
    code: 'http-failed',
    message: 'HTTP request failed',
  })
  const silent = await testServer(() => undefined)
  const foyer = testFoyer({ apiUrl: silent.url, httpTimeoutMs: 100 })
  await expect(callApi(foyer, getOrigins)).rejects.toMatchObject({
    code: 'request-timed-out',
    message: 'request timed out',
  })
})

test('error: an abort', async () => {
  const controller = new AbortController()
  const server = await testServer(() => controller.abort())
  const foyer = testFoyer({ apiUrl: server.url })
  await expect(callApi(foyer, getOrigins, { signal: controller.signal })).rejects.toMatchObject({
    code: 'request-aborted',
  })
})

test.each([
  ['Unauthorized: invalid key', 'project-id-invalid'],
  ['Unauthorized: origin not allowed', 'origin-not-allowed'],
  ['JWT validation error: JWT Token is not yet valid', 'session-expired'],
])('[8.21] %j raises an alert once', async (message, code) => {
  const server = await testServer((_, response) => refuse(response, 403, message))
  const foyer = testFoyer({ apiUrl: server.url })
  const received: string[] = []
  foyer.events.on('alert', (alert) => received.push(alert.code))
  for (let turn = 0; turn < 2; turn++) await callApi(foyer, getOrigins).catch(() => {})
  expect(received).toEqual([code])
  expect(foyer.store.get().alerts.map((alert) => alert.code)).toEqual([code])
})

test.each(['constructor', '__proto__', 'toString'])(
  'error: a server that answers %j',
  async (word) => {
    const server = await testServer((_, response) => refuse(response, 401, word))
    const foyer = testFoyer({ apiUrl: server.url })
    await expect(callApi(foyer, getOrigins)).rejects.toMatchObject({ code: 'http-failed' })
    expect(foyer.store.get().alerts).toEqual([])
  },
)
