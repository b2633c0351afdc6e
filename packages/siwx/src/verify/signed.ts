import type { SignInMessage } from '@foyer/protocol/signIn'

/** A signed sign-in message. */
export type Signed = {
  readonly message: SignInMessage
  readonly signature: string
  /** The whole message. */
  readonly text: string
}
