import { getSwapTokens } from '@foyer/core'
import type { ChainId, FoyerError } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import { useCallback, useEffect } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'

/** The tokens of a network, by default the active one; undefined until they have loaded. */
export function useTokenList(wanted?: ChainId): {
  readonly tokens: readonly SwapToken[] | undefined
  readonly error: FoyerError | null
  readonly load: () => void
} {
  const { foyer } = useUi()
  const active = useActiveNetwork()?.caipNetworkId
  const chainId = wanted ?? active
  const { data, error, mutate, variables } = useMutation(
    async (id: NonNullable<typeof chainId>, signal) =>
      getSwapTokens(foyer, { chainId: id, signal }),
  )
  const load = useCallback(() => {
    if (chainId) mutate(chainId)
  }, [mutate, chainId])
  useEffect(load, [load])
  const isCurrent = variables === chainId
  return { tokens: isCurrent ? data : undefined, error: isCurrent ? error : null, load }
}
