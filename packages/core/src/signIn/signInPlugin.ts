import type { SignInRequest, SignInSession } from '@foyer/protocol/signIn'
import type { FoyerState } from '../state.ts'
import type { Store } from '../store/createStore.ts'

/** An instance, named by its state alone: the plugin is one of its options. */
type Instance = { readonly store: Store<FoyerState> }

/**
 * Signs users in to the site's server with their wallet: `siwx()` or `siweConfig()` of `@foyer/siwx`. Attached before the
 * first wallet is asked; its code loads then.
 */
export type SignInPlugin = {
  /** Follows the connections of an instance. @returns A stop function. */
  attach(foyer: Instance): () => void
  /**
   * Makes the sign-in for a wallet that can connect and sign in with one approval.
   *
   * @returns undefined if the site's server can not be reached: the wallet then only connects. Never rejects.
   */
  request(foyer: Instance): Promise<SignInRequest | undefined>
  /** Asks the server who has signed in, and writes it to the state. @throws FoyerError `sign-in-failed` */
  getSession(foyer: Instance): Promise<SignInSession | undefined>
  /** Shows the sign-in of the connected account again, after the user has left it. */
  signIn(foyer: Instance): Promise<void>
  /**
   * Ends the session at the server; a required one disconnects the wallets too.
   *
   * @param address - Only this account. @default all
   * @throws FoyerError `sign-in-failed`
   */
  signOut(foyer: Instance, address?: string): Promise<void>
}
