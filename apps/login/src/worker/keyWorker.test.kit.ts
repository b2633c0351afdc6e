import { createKeyWorker, type KeyAnswers, type KeyWorkerOptions } from './keyWorker.ts'
import type { KeyMessage, KeyParams } from './messages.ts'
import { type DeviceStore, memoryStore } from './store/deviceStore.ts'
import type { Stores } from './stores.test.kit.ts'

/** A worker of one device, asked as a page does. */
export type Asked = {
  store: DeviceStore
  ask<name extends KeyMessage>(name: name, params: KeyParams<name>): Promise<KeyAnswers[name]>
}

/** A key worker on this thread, with a device of its own unless one is given. */
export async function openWorker(
  { authUrl, vaultUrl }: Stores,
  options: Partial<KeyWorkerOptions> = {},
): Promise<Asked> {
  const store = options.store ?? memoryStore()
  const worker = await createKeyWorker({ authUrl, vaultUrl, surface: 'frame', ...options, store })
  return {
    store,
    ask: async (name, params) => (await worker.handle(name, params)) as never,
  }
}

/** The same, signed in. */
export async function signIn(
  stores: Stores,
  userId: string,
  options: Partial<KeyWorkerOptions> = {},
) {
  const worker = await openWorker(stores, options)
  const loaded = await worker.ask('load', { ticket: stores.ticketFor(userId) })
  return { ...worker, loaded }
}

/** Signed in, with a new wallet. */
export async function withWallet(stores: Stores) {
  const userId = crypto.randomUUID()
  const device = await signIn(stores, userId)
  const addresses = await device.ask('create', {})
  return { ...device, userId, addresses }
}
