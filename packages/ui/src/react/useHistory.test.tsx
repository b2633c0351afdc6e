import { disconnect, switchNetwork } from '@foyer/core'
import { expect, onTestFinished, test } from 'vitest'
import { address, open, testFoyer } from '../testFoyer.test.kit.ts'
import {
  friend,
  nft,
  refuse,
  testHistory,
  testTransaction,
} from '../views/activity/testHistory.test.kit.ts'
import { renderHook } from './renderHook.test.kit.tsx'
import { useHistory } from './useHistory.ts'

type Given = NonNullable<Parameters<typeof useHistory>[0]>

/** A connected instance with an api. */
async function prepare(transactions = [3, 2, 1].map(() => testTransaction())) {
  const api = testHistory(transactions)
  onTestFinished(api.stop)
  api.pageSize = 2
  const { foyer } = await testFoyer({ options: { apiUrl: api.url } })
  return { api, foyer }
}
const read = (foyer: Awaited<ReturnType<typeof prepare>>['foyer'], first: Given = {}) =>
  renderHook(foyer, (parameters: Given) => useHistory(parameters), first)

test('[1.8] [3.3] reads the first page on mount and the next ones on demand, grouped', async () => {
  const { api, foyer } = await prepare()
  const hook = await read(foyer)
  expect(hook.all[0]).toMatchObject({ status: 'pending', data: undefined, isLoading: true })
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  expect(hook.current).toMatchObject({
    data: { transactions: api.transactions.slice(0, 2), coverage: api.coverage, spamCount: 0 },
    hasNextPage: true,
    isFetching: false,
    isFetchingNextPage: false,
  })
  expect(hook.current.data?.years).toMatchObject([{ year: 2026, months: [{ month: 11 }] }])
  const answer = hook.current.fetchNextPage()
  await expect.poll(() => hook.all.some((one) => one.isFetchingNextPage)).toBe(true)
  expect((await answer).data?.transactions).toEqual(api.transactions)
  await expect.poll(() => hook.current.hasNextPage).toBe(false)
  expect(hook.current.data?.transactions).toEqual(api.transactions)
})

test('refetch reads new transactions', async () => {
  const { api, foyer } = await prepare()
  const hook = await read(foyer)
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  const added = testTransaction()
  api.transactions = [added, ...api.transactions]
  expect((await hook.current.refetch()).data?.transactions[0]).toEqual(added)
  await expect.poll(() => hook.current.data?.transactions[0]).toEqual(added)
})

test('[4.27] [8.2] a failed read is an error without data; refetch never rejects', async () => {
  const { api, foyer } = await prepare()
  const hook = await read(foyer)
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  api.answer = async () => refuse(400, 'transactions-failed')
  const { error } = await hook.current.refetch()
  expect(error?.message).toBe('Failed to fetch transactions')
  await expect
    .poll(() => hook.current)
    .toMatchObject({ status: 'error', data: undefined, hasNextPage: false, isFetching: false })
})

test('[3.4] leaves spam out unless it is asked for', async () => {
  const spam = testTransaction({ transfers: [nft('Claim', true)] })
  const { foyer } = await prepare([spam, testTransaction()])
  const hook = await read(foyer)
  await expect.poll(() => hook.current.data?.transactions.length).toBe(1)
  expect(hook.current.data?.spamCount).toBe(1)
  hook.rerender({ showsSpam: true })
  await expect.poll(() => hook.current.data?.transactions[0]).toEqual(spam)
})

test('another account or network clears the data; nothing is read while disconnected', async () => {
  const { api, foyer } = await prepare()
  const hook = await read(foyer)
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  const isStale = () =>
    hook.all.some((one, index) => index > seen && one.isSuccess && one.data !== undefined)
  let seen = hook.all.length
  const gate = open()
  api.answer = () => gate.promise.then(() => undefined)
  await switchNetwork(foyer, { chainId: 'eip155:8453' })
  await expect.poll(() => api.asked.at(-1)?.searchParams.get('chainId')).toBe('eip155:8453')
  expect(isStale()).toBe(false)
  expect(hook.current).toMatchObject({ data: undefined, isLoading: true })
  gate.resolve()
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  hook.rerender({ address: friend })
  await expect.poll(() => api.asked.at(-1)?.pathname).toBe(`/v1/account/${friend}/history`)
  hook.rerender({})
  await expect.poll(() => api.asked.at(-1)?.pathname).toBe(`/v1/account/${address}/history`)
  await disconnect(foyer)
  await expect.poll(() => hook.current).toMatchObject({ status: 'pending', isFetching: false })
  seen = api.asked.length
  expect(await hook.current.refetch()).toMatchObject({ status: 'pending' })
  expect(api.asked).toHaveLength(seen)
})
