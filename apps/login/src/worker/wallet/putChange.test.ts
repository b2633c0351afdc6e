import type { DeviceV1, DeviceWallet, LiveWallet } from '@foyer/protocol/custody'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../store/deviceStore.ts'
import { settlePending } from './putChange.ts'
import type { WalletContext } from './walletContext.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 77 }))
afterEach(() => void vi.useRealTimers())

const of = (userId: string, setId: string, committedAt: number | null = null) =>
  ({ userId, setId, committedAt }) as DeviceWallet
const live = { walletId: 'w', deviceSetId: 'd' } as LiveWallet

/** Settles a record with these wallets for the user `me`. */
async function settle(wallets: Record<string, DeviceWallet>, now: LiveWallet | null = live) {
  const store = memoryStore({ v: 1, deviceId: 'i', wallets } as DeviceV1)
  const found = await settlePending({ store } as WalletContext, { userId: 'me', live: now })
  const { wallets: settled, ...rest } = (await store.read())!
  expect(rest).toEqual({ v: 1, deviceId: 'i' })
  return { found, settled }
}

test('keeps the set that is in force, whether it was pending or stored before', async () => {
  const kept = { found: true, settled: { w: of('me', 'd', 77) } }
  expect(await settle({ 'pending:w': of('me', 'd') })).toEqual(kept)
  expect(await settle({ w: of('me', 'd') })).toEqual(kept)
  expect(await settle({ w: of('me', 'd', 5) })).toEqual({
    ...{ found: true, settled: { w: of('me', 'd', 5) } },
  })
  expect(await settle({ w: of('me', 'old', 5), 'pending:w': of('me', 'd') })).toEqual(kept)
})

test("deletes the user's other sets, but none of another user", async () => {
  const others = { x: of('you', 'd', 5), 'pending:x': of('you', 'e') }
  const none = { found: false, settled: others }
  for (const wallets of [
    {},
    { w: of('me', 'old', 5) },
    { 'pending:w': of('me', 'old') },
    { v: of('me', 'd', 5) },
    { 'pending:v': of('me', 'd') },
  ])
    expect(await settle({ ...others, ...wallets })).toEqual(none)
  expect(await settle({ ...others, w: of('me', 'd', 5) }, null)).toEqual(none)
})

test('creates no record when there is none', async () => {
  const store = memoryStore()
  expect(await settlePending({ store } as WalletContext, { userId: 'me', live })).toBe(false)
  expect(await store.read()).toBeUndefined()
})
