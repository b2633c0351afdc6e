import type { DeviceV1 } from '@foyer/protocol/custody'

/** Stores the device record. */
export type DeviceStore = {
  /** `kept`: in IndexedDB. `memory`: the browser denies storage, and the record lives as long as the page. */
  readonly kind: 'kept' | 'memory'
  read(): Promise<DeviceV1 | undefined>
  /** Replaces the record by the result of `change`, atomically across tabs; undefined deletes it. */
  update(change: (device: DeviceV1 | undefined) => DeviceV1 | undefined): Promise<void>
}

/** Names in IndexedDB: database, object store (`table`) and key. */
export const deviceDatabase = { name: 'foyer1.device', table: 'device', key: 'v1' } as const

function settled<value>(request: IDBRequest<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(deviceDatabase.name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(deviceDatabase.table)
  return settled(request)
}

function keptStore(database: IDBDatabase): DeviceStore {
  const { table, key } = deviceDatabase
  return {
    kind: 'kept',
    async read() {
      const store = database.transaction(table).objectStore(table)
      return settled<DeviceV1 | undefined>(store.get(key))
    },
    update: (change) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(table, 'readwrite', { durability: 'strict' })
        const store = transaction.objectStore(table)
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
        const read = store.get(key) as IDBRequest<DeviceV1 | undefined>
        read.onsuccess = () => {
          try {
            const next = change(read.result)
            if (next) store.put(next, key)
            else store.delete(key)
          } catch (error) {
            reject(error as Error)
            transaction.abort()
          }
        }
      }),
  }
}

/** Makes a store in memory. `onChange` receives each new record, so that the page can pass it to the next worker. */
export function memoryStore(
  given?: DeviceV1,
  onChange: (device: DeviceV1 | undefined) => void = () => {},
): DeviceStore {
  let device = given
  return {
    kind: 'memory',
    read: async () => device,
    async update(change) {
      device = change(device)
      onChange(device)
    },
  }
}

/**
 * Opens the store in IndexedDB; where the browser denies storage, one in memory and nothing else.
 *
 * @source security 2.8 "Storage denied"
 */
export async function openDeviceStore({
  given,
  onChange,
}: {
  given?: DeviceV1 | undefined
  onChange: (device: DeviceV1 | undefined) => void
}): Promise<DeviceStore> {
  try {
    const store = keptStore(await openDatabase())
    await store.read()
    return store
  } catch {
    // SecurityError, UnknownError, or no IndexedDB.
    return memoryStore(given, onChange)
  }
}
