import { networkImageUrl } from '@foyer/core'
import type { TokenBalance } from '@foyer/protocol/api'
import { useUi } from '../../context.ts'
import { Logo } from '../../primitives/Logo.tsx'
import { NetworkBadge } from '../../primitives/NetworkBadge.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'

/** A token's logo on its network; the native coin uses the network's logo by default. */
export function TokenLogo({ token }: { token: TokenBalance }) {
  const { foyer } = useUi()
  const network = useActiveNetwork()
  const { address, iconUrl, name, symbol } = token
  const networkImage = network && networkImageUrl(foyer, network)
  return (
    <Logo
      name={symbol || name}
      src={iconUrl ?? (address === undefined ? networkImage : undefined)}
      round
      badge={network && <NetworkBadge name={network.name} src={networkImage} />}
    />
  )
}
