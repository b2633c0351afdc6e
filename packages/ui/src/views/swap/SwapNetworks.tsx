import { getSwapDestinations, type Network } from '@foyer/core'
import type { ChainId } from '@foyer/protocol'
import { useEffect, useId, useState } from 'react'
import { useUi } from '../../context.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { useSwapWords } from './swapWords.ts'

/** Chooses the network where the tokens arrive; nothing where the api knows no way to another one. */
export function SwapNetworks({
  onChange,
  value,
}: {
  onChange: (chainId: ChainId) => void
  value: ChainId | undefined
}) {
  const { foyer } = useUi()
  const words = useSwapWords()
  const id = useId()
  const active = useActiveNetwork()
  const chainId = active?.caipNetworkId
  const [others, setOthers] = useState<readonly Network[]>([])
  useEffect(() => {
    let ended = false
    // Without the networks, the tokens of the active one can still be chosen.
    getSwapDestinations(foyer, { chainId }).then(
      (found) => ended || setOthers(found),
      (error) => foyer.log('info', 'the networks could not be loaded', error),
    )
    return () => {
      ended = true
    }
  }, [foyer, chainId])
  if (!active || others.length === 0) return null
  return (
    <div className="swap-network">
      <label htmlFor={id}>{words('swap.network')}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as ChainId)}>
        {[active, ...others].map(({ caipNetworkId, name }) => (
          <option key={caipNetworkId} value={caipNetworkId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
