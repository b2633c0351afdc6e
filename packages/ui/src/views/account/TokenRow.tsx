import { networkImageUrl } from '@foyer/core'
import type { TokenBalance } from '@foyer/protocol/api'
import { useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatFiat } from '../../format/formatFiat.ts'
import { quoteName } from '../../format/quoteName.ts'
import { ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { NetworkBadge } from '../../primitives/NetworkBadge.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'

/** One token: its logo on its network, its amount, and its value. @source spec 3.11 */
export function TokenRow({ token }: { token: TokenBalance }) {
  const { foyer } = useUi()
  const { locale } = useLanguage()
  const network = useActiveNetwork()
  const { address, iconUrl, name, quantity, symbol, value } = token
  const networkImage = network && networkImageUrl(foyer, network)
  return (
    <ListRow
      image={
        <Logo
          name={symbol || name}
          // The native coin uses the network's logo by default.
          src={iconUrl ?? (address === undefined ? networkImage : undefined)}
          round
          badge={network && <NetworkBadge name={network.name} src={networkImage} />}
        />
      }
      title={<span title={name}>{name || symbol}</span>}
      subtitle={
        <span title={`${quantity.numeric} ${quoteName(symbol)}`}>
          {formatAmount(quantity.numeric, locale)} {quoteName(symbol)}
        </span>
      }
      trailing={
        value === undefined ? undefined : (
          <bdi className="account-value" dir="ltr">
            {formatFiat(value, locale)}
          </bdi>
        )
      }
    />
  )
}
