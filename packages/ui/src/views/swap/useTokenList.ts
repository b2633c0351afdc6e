import { getSwapTokens } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import type { SwapToken } from '@foyer/protocol/api'
import { useCallback, useEffect } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'

/** The tokens of the active network; undefined until they have loaded. */
export function useTokenList(): {
  readonly tokens: readonly SwapToken[] | undefined
  readonly error: FoyerError | null
  readonly load: () => void
} {
  const { foyer } = useUi()
  const chainId = useActiveNetwork()?.caipNetworkId
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
