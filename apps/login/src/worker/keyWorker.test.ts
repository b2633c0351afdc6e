import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyMessage } from 'viem'
import { openWorker, signIn, withWallet } from './keyWorker.test.kit.ts'
import { startStores, type Stores } from './stores.test.kit.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(() => stores.stop())

it('makes a wallet, signs, and restores it on another device', async () => {
  const { ask, store, userId, addresses } = await withWallet(stores)
  const rid = crypto.randomUUID()
  const request = { method: 'personal_sign', params: ['0x68656c6c6f', addresses.evm] } as const
  const { digest } = await ask('prepare', { rid, request: request as never })
  const signature = await ask('sign', { rid, digest })
  expect(await verifyMessage({ address: addresses.evm as `0x${string}`, message: 'hello', signature: signature as `0x${string}` })).toBe(true)

  const again = await openWorker(stores, { store })
  expect(await again.ask('load', {})).toMatchObject({ status: 'ready', addresses })

  const other = await signIn(stores, userId)
  expect(other.loaded).toMatchObject({ status: 'recover', mode: 'auto' })
  await expect(other.ask('recover', {})).rejects.toMatchObject({ code: 'recovery-evidence-required' })
  stores.approve(userId, other.loaded.jkt)
  expect(await other.ask('recover', {})).toEqual(addresses)
})
