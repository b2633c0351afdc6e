import type { FoyerState } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { SignInSession } from '@foyer/protocol/signIn'
import { useSyncExternalStore } from 'react'
import { useFoyerContext } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads who has signed in at the site's server. Needs the option `siwx` or `siweConfig`.
 *
 * @returns A query whose `data` is the session, or null if nobody has signed in; fails with `sign-in-failed`.
 * @example const { data } = useSignInSession()
 */
export function useSignInSession(): Query<SignInSession | null> {
  const { foyer } = useFoyerContext()
  const { subscribe, get } = foyer.store
  const read = () => sessionOf(get())
  const known = useSyncExternalStore(subscribe, read, read)
  return useQuery({
    key: 'session',
    known,
    async load() {
      const { siweConfig, siwx = siweConfig } = foyer.options
      if (!siwx) throw new FoyerError('options-invalid', { details: 'Set the option siwx.' })
      return (await siwx.getSession(foyer)) ?? null
    },
  })
}

const sessionOf = ({ signedIn }: FoyerState) =>
  signedIn?.status === 'known' ? (signedIn.session ?? null) : undefined
