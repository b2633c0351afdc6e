import type { RecoveryMode } from '@foyer/protocol/custody'
import type { Addresses } from '../keys/addressesOf.ts'

/** A wallet that can sign. */
export type ReadyWallet = {
  status: 'ready'
  userId: string
  mode: RecoveryMode
  addresses: Addresses
  /** Set if passkeys alone hold the wallet: each signature needs one of them; on this device the one with this id, if known. */
  passkey?: { id: string | undefined } | undefined
}

/** State of the wallet on this device, which decides the next step: log in, create, recover, or use it. */
export type LoadedWallet =
  | { status: 'signed-out' }
  | { status: 'create'; userId: string }
  | { status: 'recover'; userId: string; mode: RecoveryMode }
  | ReadyWallet
