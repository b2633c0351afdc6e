import { type Adapter, type Calls, disconnect, type Transaction } from '@foyer/core'
import { expect, test } from 'vitest'
import { open, testFoyer } from '../testFoyer.test.kit.ts'
import { renderHook } from './renderHook.test.kit.tsx'
import { useCallsStatus } from './useCallsStatus.ts'
import { useCapabilities } from './useCapabilities.ts'
import { useSendCalls } from './useSendCalls.ts'
import { useWaitForCallsStatus } from './useWaitForCallsStatus.ts'

const calls = [{ to: '0x1' }, { to: '0x2' }] as unknown as Transaction[]
const success = { status: 'success', isAtomic: true, receipts: [], chainId: 'eip155:1' } as const

/** A connected wallet with `ways` to send calls, and one that sends each by itself. */
async function connected(ways: Partial<Calls>, answer: () => Promise<void> = async () => {}) {
  const made = await testFoyer()
  const adapter: Partial<Adapter> = {
    calls: async () => ({ isOffered: async () => false, ...ways }) as Calls,
    async sendTransaction({ transaction }) {
      await answer()
      return (transaction as { to: string }).to
    },
    waitForTransaction: async ({ hash }) => ({ hash, status: 'success', blockNumber: 1n }),
  }
  Object.assign(made.foyer.adapters.eip155 ?? {}, adapter)
  return made.foyer
}

test('a mutation sends calls, with progress while they are sent one by one', async () => {
  const answers = [open(), open()]
  const asked: unknown[] = []
  const foyer = await connected({}, async () => {
    await answers[asked.push(0) - 1]?.promise
  })
  const hook = await renderHook(foyer, () => useSendCalls())
  expect(hook.current).toMatchObject({ status: 'idle', progress: undefined })
  const sending = hook.current.mutateAsync({ calls })
  for (const index of [0, 1]) {
    const progress = { index, count: 2, status: 'asking' }
    await expect.poll(() => hook.current).toMatchObject({ status: 'pending', progress })
    answers[index]?.resolve()
  }
  const sent = await sending
  expect(sent).toMatchObject({ way: 'apart' })
  await expect
    .poll(() => hook.current)
    .toMatchObject({ status: 'success', data: sent, progress: undefined })
})

test('a query reads the status again until no call is pending', async () => {
  const answers = ['pending', 'pending', 'success'] as const
  let count = 0
  const foyer = await connected({
    getStatus: async () => ({ ...success, status: answers[count++] ?? 'success' }),
  })
  const hook = await renderHook(
    foyer,
    (id: string | undefined) => useCallsStatus({ id, pauseMs: 5 }),
    undefined,
  )
  expect(hook.current).toMatchObject({ status: 'pending', isFetching: false })
  expect(count).toBe(0)
  hook.rerender('0xid')
  await expect.poll(() => hook.current.data?.status).toBe('success')
  const before = count
  await expect.poll(() => hook.current.isFetching).toBe(false)
  expect(count).toBe(before)
  const ended = await renderHook(foyer, () => useWaitForCallsStatus({ id: '0xid' }))
  await expect.poll(() => ended.current.data).toMatchObject({ id: '0xid', status: 'success' })
})

test('a query reads what the wallet can do, and nothing without a wallet', async () => {
  const found = { atomic: 'supported', paymasterService: false, named: {} } as const
  const foyer = await connected({ getCapabilities: async () => ({ 'eip155:1': found }) })
  const hook = await renderHook(foyer, () => useCapabilities())
  await expect.poll(() => hook.current.data).toEqual({ 'eip155:1': found })
  await disconnect(foyer)
  await expect.poll(() => hook.current).toMatchObject({ status: 'pending', isFetching: false })
})
