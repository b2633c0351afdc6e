import { loadIdentity, readAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useMemo } from 'react'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

export type Identity = {
  /** undefined: the account has none, or there is no api to ask. */
  readonly name: string | undefined
  /** Address of an image; undefined as above. */
  readonly image: string | undefined
}

/**
 * Loads the connected account's name and image on mount.
 *
 * @param parameters.namespace - @default the active one
 * @returns A query, pending without a connected account; fails as `loadIdentity` of the core.
 * @example
 * ```tsx
 * const { data } = useIdentity()
 * return <p>{data?.name ?? 'No name'}</p>
 * ```
 */
export function useIdentity({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Query<Identity> {
  const { foyer } = useFoyerContext()
  const { address, chainId, profileImage, profileName, status } = useFoyerValue((kit) =>
    readAccount(kit, namespace),
  )
  const known = useMemo(
    () => (profileName || profileImage ? { name: profileName, image: profileImage } : undefined),
    [profileImage, profileName],
  )
  return useQuery<Identity>({
    key: status === 'connected' ? `${chainId}:${address}` : undefined,
    known,
    async load() {
      await loadIdentity(foyer, { namespace })
      const account = readAccount(foyer, namespace)
      return { name: account.profileName, image: account.profileImage }
    },
  })
}
