import type { DeviceV1 } from '@foyer/protocol/custody'
import { expect, test } from 'vitest'
import { ensureDevice } from './createDevice.ts'
import { type DeviceStore, memoryStore, openDeviceStore } from './deviceStore.ts'
import { endSession } from './endSession.ts'

test('keeps the record in memory where the browser has no database, and reports it to the page', async () => {
  const told: unknown[] = []
  const given = { v: 1 } as DeviceV1
  const store = await openDeviceStore({ given, onChange: (device) => void told.push(device) })
  expect([store.kind, await store.read()]).toEqual(['memory', given])
  const next = { ...given, deviceId: 'd' }
  await store.update((device) => {
    expect(device).toBe(given)
    return next
  })
  expect(await store.read()).toBe(next)
  await store.update(() => undefined)
  expect(await store.read()).toBeUndefined()
  expect(told).toEqual([next, undefined])
})

test('creates one device, with keys that can not be exported', async () => {
  const store = memoryStore()
  const device = await ensureDevice(store)
  expect(await ensureDevice(store)).toBe(device)
  expect(await store.read()).toBe(device)
  expect(device).toMatchObject({ v: 1, wallets: {}, jkt: expect.stringMatching(/^[\w-]{43}$/) })
  expect([device.wrap.extractable, device.pop.privateKey.extractable]).toEqual([false, false])
  expect([device.wrap.usages, device.pop.privateKey.usages]).toEqual([
    ...[['encrypt', 'decrypt'], ['sign']],
  ])
})

test('uses the device that another tab created in the meantime', async () => {
  const first = await ensureDevice(memoryStore())
  const inner = memoryStore()
  const store: DeviceStore = {
    ...inner,
    async update(change) {
      await inner.update((device) => device ?? first)
      await inner.update(change)
    },
  }
  expect(await ensureDevice(store)).toBe(first)
})

test('ends a session on this device, and returns every session that the server does not know to have ended', async () => {
  const session = { sid: 's3' }
  const end = async (device: object | undefined) => {
    const store = memoryStore(device as DeviceV1)
    return [await endSession(store), await store.read()]
  }
  expect(await end(undefined)).toEqual([[], undefined])
  expect(await end({ v: 1 })).toEqual([[], { v: 1 }])
  expect(await end({ v: 1, session })).toEqual([['s3'], { v: 1, pendingRevoke: ['s3'] }])
  const pendingRevoke = ['s1', 's2']
  expect(await end({ v: 1, pendingRevoke })).toEqual([pendingRevoke, { v: 1, pendingRevoke }])
  expect(await end({ v: 1, pendingRevoke, session })).toEqual([
    ['s1', 's2', 's3'],
    { v: 1, pendingRevoke: ['s1', 's2', 's3'] },
  ])
})
