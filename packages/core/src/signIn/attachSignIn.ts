import type { Foyer } from '../foyer.ts'
import type { SignInPlugin } from './signInPlugin.ts'

/** The site's sign-in, if it has one. */
export function signInPlugin({ options }: Foyer): SignInPlugin | undefined {
  return options.siwx ?? options.siweConfig
}

/** Attaches the sign-in once; done with the first wallet, so that a page without one pays nothing. */
export function attachSignIn(foyer: Foyer): void {
  const { running } = foyer
  running.detachSignIn ??= signInPlugin(foyer)?.attach(foyer)
}
