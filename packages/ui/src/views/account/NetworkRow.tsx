import { type Account, networkImageUrl } from '@foyer/core'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Row } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { shortenReference } from '../networks/shortenReference.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'

/** The account's network, which opens the list of networks. */
export function NetworkRow({ account }: { account: Account }) {
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const network = useActiveNetwork()
  const count = useFoyerState((state) => state.networks.length)
  const leads = foyer.options.enableNetworkSwitch && (count > 1 || !network)
  const open = leads && {
    chevron: true,
    onClick: () => router.push('Networks'),
    onIntent: () => void views.load('Networks'),
  }
  if (network)
    return (
      <Row
        image={<Logo name={network.name} src={networkImageUrl(foyer, network)} eager />}
        title={<span title={network.name}>{network.name}</span>}
        trailing={network.testnet ? <Badge>{message('networks.testnet')}</Badge> : undefined}
        {...open}
      />
    )
  return (
    <Row
      image={
        <span className="account-warning" aria-hidden="true">
          <Icon name="warning" />
        </span>
      }
      title={message('networks.unsupported')}
      subtitle={
        account.chainId && message('networks.number', { id: shortenReference(account.chainId) })
      }
      {...open}
    />
  )
}
