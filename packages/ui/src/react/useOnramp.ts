import { getOnrampOptions } from '@foyer/core'
import type { OnrampOffer } from '@foyer/protocol/api'
import { useFoyerContext } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads who sells coins, which, and for which currencies.
 *
 * @returns A query of the sellers; fails as `getOnrampOptions` of the core.
 * @example
 * ```tsx
 * const { data: sellers = [] } = useOnramp()
 * return sellers.map(({ label, name }) => <p key={name}>{label}</p>)
 * ```
 */
export function useOnramp(): Query<readonly OnrampOffer[]> {
  const { foyer } = useFoyerContext()
  return useQuery<readonly OnrampOffer[]>({
    key: 'onramp',
    load: ({ force, signal }) => getOnrampOptions(foyer, { force, signal }),
  })
}
