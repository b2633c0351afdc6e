import type { Foyer } from '@foyer/core'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Ends the session at the site's server; a required one disconnects the wallets too. Needs the option `siwx`.
 *
 * @returns A mutation; `address` names the only account that leaves; fails with `sign-in-failed`.
 * @example const { mutate } = useSignOut()
 */
export const useSignOut = (): Mutation<void, { address?: string | undefined } | undefined> =>
  useFoyerMutation<void, { address?: string | undefined } | undefined>(signOut)

async function signOut(foyer: Foyer, { address }: { address?: string | undefined }): Promise<void> {
  const { siweConfig, siwx = siweConfig } = foyer.options
  await siwx?.signOut(foyer, address)
}
