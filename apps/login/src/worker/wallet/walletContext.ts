import type { DeviceV1 } from '@foyer/protocol/custody'
import type { StoreClient } from '../http/callStore.ts'
import type { Session } from '../http/createSession.ts'
import type { DeviceStore } from '../store/deviceStore.ts'

/** The services of every operation on the wallet. */
export type WalletContext = {
  /** The login server, A. */
  auth: StoreClient
  /** The recovery vault, B. */
  vault: StoreClient
  session: Session
  store: DeviceStore
  /** Keys and id of this device. Read its wallets and session from `store`, which may have changed. */
  device: DeviceV1
}
