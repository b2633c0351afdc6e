import type { Connection, Subscription } from './connection.ts'
import type { StoredMessage } from './store/store.ts'

/** An action to perform on a socket. Effects are performed in order. */
export type Effect =
  | { readonly kind: 'answer'; readonly connection: Connection; readonly frame: string }
  | {
      readonly kind: 'push'
      readonly connection: Connection
      readonly subscription: Subscription
      readonly message: StoredMessage
      readonly turn: number
    }
  | {
      readonly kind: 'close'
      readonly connection: Connection
      readonly code: number
      readonly reason: string
    }
