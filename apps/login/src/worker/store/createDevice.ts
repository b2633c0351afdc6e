import { type DeviceV1, exportPublicKey, thumbprint } from '@foyer/protocol/custody'
import type { DeviceStore } from './deviceStore.ts'

async function newDevice(): Promise<DeviceV1> {
  const { subtle } = crypto
  const wrap = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const pop = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const jkt = await thumbprint(await exportPublicKey(pop.publicKey))
  const [deviceId, createdAt] = [crypto.randomUUID(), Date.now()]
  return { v: 1, deviceId, createdAt, wrap, pop, jkt, wallets: {} }
}

/** Returns the record of this device; creates it on first use, once even if two tabs do so concurrently. */
export async function ensureDevice(store: DeviceStore): Promise<DeviceV1> {
  const present = await store.read()
  if (present) return present
  const fresh = await newDevice()
  await store.update((device) => device ?? fresh)
  return (await store.read()) ?? fresh
}
