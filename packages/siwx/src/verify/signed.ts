import type { SignInMessage } from '@foyer/protocol/signIn'

/** What was signed, and by whom. */
export type Signed = {
  readonly message: SignInMessage
  readonly signature: string
  /** The whole message. */
  readonly text: string
}
