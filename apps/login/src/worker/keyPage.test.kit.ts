import { openKeyWorker } from './openKeyWorker.ts'
import { deviceDatabase } from './store/deviceStore.ts'

/** Starts the test's page: as the login site, without its screens. */
async function start(authUrl: string, vaultUrl: string, integrity: string) {
  const response = await fetch('/vault.worker.js', { integrity })
  const policy = (
    globalThis as unknown as {
      trustedTypes: {
        createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
      }
    }
  ).trustedTypes.createPolicy('foyer-worker', { createScriptURL: (url: string) => url })
  const url = policy.createScriptURL(URL.createObjectURL(await response.blob()))
  return openKeyWorker({ createThread: () => new Worker(url), authUrl, vaultUrl, surface: 'frame' })
}

function readRecord(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(deviceDatabase.name)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      const read = database.transaction(deviceDatabase.table).objectStore(deviceDatabase.table)
      const record = read.get(deviceDatabase.key)
      record.onsuccess = () => resolve(record.result)
    }
  })
}

Object.assign(globalThis, { keyPage: { start, readRecord } })
