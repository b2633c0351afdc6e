import { type BodyOf, type Endpoint, FoyerError, type ResponseOf } from '@foyer/protocol'
import type { LoginSession } from '../session/openSession.ts'
import { createStoreClient, type StoreClient } from '../worker/http/callStore.ts'
import { openDeviceStore } from '../worker/store/deviceStore.ts'

/** A call to the vault with a proof of this device and no token: what the vault knows of it by itself counts. */
export type VaultCall = <endpoint extends Endpoint>(
  endpoint: endpoint,
  body: BodyOf<endpoint>,
) => Promise<ResponseOf<endpoint>>

/** @throws {@link FoyerError} (each call) what the vault answers; `not-connected` before this browser has a device key */
export function createVaultCall({
  keys,
  vaultUrl,
}: Pick<LoginSession, 'keys'> & { vaultUrl: string }): VaultCall {
  let client: { jkt: string; calls: StoreClient } | undefined
  return async (endpoint, body) => {
    const store = await openDeviceStore({ onChange: () => {} })
    const device = (await store.read()) ?? keys.device()
    if (!device) throw new FoyerError('not-connected', { details: 'There is no device key yet.' })
    if (client?.jkt !== device.jkt) {
      const send = globalThis.fetch.bind(globalThis)
      const calls = createStoreClient({ baseUrl: vaultUrl, device, fetch: send })
      client = { jkt: device.jkt, calls }
    }
    return client.calls.call(endpoint, body)
  }
}
