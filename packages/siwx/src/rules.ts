import type { Namespace } from '@foyer/protocol'
import type { SignInAnswer, SignInMessage, SignInSession } from '@foyer/protocol/signIn'

/** The site's server: `@foyer/siwx-server`, or another one. Each call may reject. */
export type SignInServer = {
  /** At least 8 letters and digits, for one sign-in. */
  getNonce(): Promise<string>
  /** @returns The session that the signature began. */
  verify(signed: SignInAnswer): Promise<SignInSession | undefined>
  /** @returns undefined if nobody has signed in */
  getSession(): Promise<SignInSession | undefined>
  /** @returns The session that is left, with the other accounts. */
  signOut(leaving: { address?: string | undefined }): Promise<SignInSession | undefined>
}

/** When to ask for a sign-in, and when to end it. */
export type SignInRules = {
  readonly server: SignInServer
  /** @default all */
  readonly namespaces?: readonly Namespace[] | undefined
  readonly required: boolean
  readonly oneClick: boolean
  readonly signOutOnDisconnect: boolean
  readonly signOutOnAccountChange: boolean
  readonly signOutOnNetworkChange: boolean
  /** Adds to the parts of each message. */
  readonly parts: () => Partial<SignInMessage>
  /** Writes the message in the site's own way. */
  readonly write?: ((message: SignInMessage) => string | Promise<string>) | undefined
  readonly onSignIn?: ((session: SignInSession) => void) | undefined
  readonly onSignOut?: (() => void) | undefined
}
