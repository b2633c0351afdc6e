/// <reference types="@vitest/browser-playwright" />
import type { DeviceV1 } from '@foyer/protocol/custody'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceDatabase, openDeviceStore } from './deviceStore.ts'

const open = () => openDeviceStore({ onChange: () => expect.fail('kept by the browser') })

test('keeps the record in the browser, for every store that is opened, until the record is deleted', async () => {
  const store = await open()
  expect([store.kind, await store.read()]).toEqual(['kept', undefined])
  const device = { v: 1, deviceId: 'd' } as DeviceV1
  await store.update((present) => {
    expect(present).toBeUndefined()
    return device
  })
  const other = await open()
  expect(await other.read()).toEqual(device)
  await Promise.all(
    [store, other].map((each) =>
      each.update((present) => present && { ...present, createdAt: (present.createdAt ?? 0) + 1 }),
    ),
  )
  expect(await store.read()).toEqual({ ...device, createdAt: 2 })
  await store.update(() => undefined)
  expect(await other.read()).toBeUndefined()
})

test('error: rejects a change that the browser can not store, and keeps the old record', async () => {
  const store = await open()
  await store.update(() => ({ v: 1 }) as DeviceV1)
  const broken = store.update(() => ({ v: 1, wallets: () => {} }) as unknown as DeviceV1)
  await expect(broken).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await store.read()).toEqual({ v: 1 })
  await store.update(() => undefined)
})

test('uses memory where the browser denies its database', async () => {
  const denied = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => denied.mockRestore())
  const given = { v: 1 } as DeviceV1
  const store = await openDeviceStore({ given, onChange: () => {} })
  expect([store.kind, await store.read()]).toEqual(['memory', given])
  expect(deviceDatabase).toEqual({ name: 'foyer1.device', table: 'device', key: 'v1' })
})
