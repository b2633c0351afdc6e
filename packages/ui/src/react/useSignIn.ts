import type { Foyer } from '@foyer/core'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Shows the sign-in of the connected account again, after the user has left it. Needs the option `siwx`.
 *
 * @returns A mutation, done once the screen is asked for; fails with `sign-in-failed`.
 * @example const { mutate } = useSignIn()
 */
export const useSignIn = (): Mutation<void, object | undefined> => useFoyerMutation(signIn)

async function signIn(foyer: Foyer): Promise<void> {
  const { siweConfig, siwx = siweConfig } = foyer.options
  await siwx?.signIn(foyer)
}
