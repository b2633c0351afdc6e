import { expect, test } from 'vitest'
import { disconnect } from '../connection/disconnect.ts'
import { alice, bob, testFoyer } from '../testFoyer.test.kit.ts'
import { sendJson } from '../testServer.test.kit.ts'
import { getHistory } from './getHistory.ts'
import { pageOf, testHistory, testTransaction } from './testHistory.test.kit.ts'

const page = pageOf([testTransaction(2), testTransaction(1), testTransaction(0)])

test('[1.8] [7.31] reads a page of the connected account on its network, with cursor and coverage', async () => {
  const { calls, foyer } = await testHistory(() => page)
  expect(await getHistory(foyer)).toEqual(page)
  await getHistory(foyer, { cursor: '2', onramp: 'moonpay' })
  const path = `/v1/account/${alice}/history`
  expect(calls()).toMatchObject([
    { method: 'GET', path, query: { projectId: 'project', chainId: 'eip155:1' } },
    { method: 'GET', path, query: { chainId: 'eip155:1', cursor: '2', onramp: 'moonpay' } },
  ])
})

test('reads any other account and network, also while disconnected', async () => {
  const { calls, foyer } = await testHistory(() => page)
  await disconnect(foyer)
  await getHistory(foyer, { address: bob, chainId: 'eip155:8453' })
  expect(calls()).toMatchObject([
    { path: `/v1/account/${bob}/history`, query: { chainId: 'eip155:8453' } },
  ])
  await expect(getHistory(foyer)).rejects.toMatchObject({ code: 'not-connected' })
})

test.each([
  ['a failed call', 503, { error: { code: 'transactions-failed', message: 'away' } }],
  ['another shape', 200, { data: [{ id: 1 }], next: null }],
])('[8.2] error: Failed to fetch transactions, after %s', async (_, status, body) => {
  const { foyer } = await testHistory((_request, response) => sendJson(response, status, body))
  await expect(getHistory(foyer)).rejects.toMatchObject({
    code: 'transactions-failed',
    message: 'Failed to fetch transactions',
    cause: { code: 'http-failed' },
  })
})

test('error: without an api there is no history', async () => {
  await expect(
    getHistory(testFoyer(), { address: alice, chainId: 'eip155:1' }),
  ).rejects.toMatchObject({ code: 'transactions-failed', details: 'Set apiUrl in the options.' })
})

test('error: a network that the api does not read is told from a failure', async () => {
  const { foyer } = await testHistory((_, response) =>
    sendJson(response, 400, { error: { code: 'chain-unsupported', message: 'Unsupported chain' } }),
  )
  await expect(getHistory(foyer)).rejects.toMatchObject({
    code: 'chain-unsupported',
    details: 'eip155:1',
  })
})

test('error: an abort', async () => {
  const controller = new AbortController()
  const { foyer } = await testHistory(() => controller.abort())
  await expect(getHistory(foyer, { signal: controller.signal })).rejects.toMatchObject({
    code: 'request-aborted',
  })
})
