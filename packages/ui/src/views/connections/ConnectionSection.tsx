import { networkImageUrl, readAccount, readNetwork } from '@foyer/core'
import { useFoyerRead, useFoyerState, useMessage, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Icon, LineIcon } from '../../primitives/Icon.tsx'
import { IconButton } from '../../primitives/IconButton.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { NetworkBadge } from '../../primitives/NetworkBadge.tsx'
import { walletOf } from '../../walletOf.ts'
import { disconnectPath } from '../account/disconnectPath.ts'
import { useDisconnectOrNotify } from '../account/useDisconnectOrNotify.ts'
import { shortenReference } from '../networks/shortenReference.ts'
import { AccountChoices } from './AccountChoices.tsx'
import { useChooseConnection } from './useChooseConnection.ts'
import type { Connections } from './useConnectionList.ts'

/** One connected wallet: name, network, accounts, and disconnect. */
export function ConnectionSection({
  connection,
  namespace,
  title,
}: Connections[number] & { title: string }) {
  const { foyer } = useUi()
  const message = useMessage()
  const disconnect = useDisconnectOrNotify()
  const choose = useChooseConnection()
  const active = useFoyerState(({ activeNamespace }) => activeNamespace === namespace)
  const account = useFoyerRead((kit) => readAccount(kit, namespace))
  const network = useFoyerRead((kit) => readNetwork(kit, namespace))
  const { accounts, address, chainId } = connection
  const { name } = walletOf(connection)
  const place = network?.name ?? message('networks.number', { id: shortenReference(chainId) })
  return (
    <section>
      <div className="connection-bar">
        <h2>{title}</h2>
        <IconButton
          className="connection-leave"
          label={message('connections.disconnect', { wallet: name, namespace: title })}
          icon={<LineIcon path={disconnectPath} data-icon="leave" />}
          onClick={() => disconnect(namespace)}
        />
      </div>
      <List label={title}>
        <ListRow
          image={
            <Logo
              name={name}
              src={account.connectedWalletInfo?.icon}
              eager
              badge={network && <NetworkBadge name={place} src={networkImageUrl(foyer, network)} />}
            />
          }
          title={<span title={name}>{name}</span>}
          subtitle={
            <>
              <bdi>{account.profileName ?? shortenAddress(address)}</bdi> · <bdi>{place}</bdi>
            </>
          }
          selected={active}
          trailing={
            active ? (
              <>
                <span className="unseen">{message('connections.active')}</span>
                <Icon name="check" className="connection-check" />
              </>
            ) : undefined
          }
          onClick={() => choose({ namespace })}
        />
      </List>
      {new Set(accounts.map(({ address }) => address)).size > 1 ? (
        <AccountChoices connection={connection} namespace={namespace} wallet={name} />
      ) : null}
    </section>
  )
}
