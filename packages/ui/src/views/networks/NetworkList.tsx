import { type NamespaceConnection, type Network, networkImageUrl } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import { walletOf } from '../../walletOf.ts'
import { useConnectionList } from '../connections/useConnectionList.ts'
import css from './NetworkList.css?inline'
import { namespaceNames } from './namespaceNames.ts'
import { readReach } from './readReach.ts'
import { useChooseNetwork } from './useChooseNetwork.ts'
import { useNamespaces } from './useNamespaces.ts'

type Connected = NamespaceConnection['connection']

/** Networks to switch to, grouped by namespace if the site has several. */
export function NetworkList({
  current,
  networks,
}: {
  /** The user's network. */
  current: Network | undefined
  networks: readonly Network[]
}) {
  useStyles(css)
  const message = useMessage()
  const namespaces = useNamespaces()
  const connections = useConnectionList()
  const groups = namespaces.flatMap((namespace) => {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    const connected = connections.find((one) => one.namespace === namespace)?.connection
    const title = namespaces.length > 1 ? namespaceNames[namespace] : undefined
    return own.length > 0 ? [{ connected, namespace, networks: own, title }] : []
  })
  return (
    <div className="network-groups">
      {groups.map(({ connected, namespace, networks: own, title }) => (
        <section key={namespace}>
          {title === undefined ? null : (
            <div className="network-namespace">
              <h2>{title}</h2>
              {connected ? <NamespaceWallet wallet={walletOf(connected)} /> : null}
            </div>
          )}
          <Networks
            label={title ?? message('networks.title')}
            connected={connected}
            current={current}
            namespace={namespace}
            networks={own}
          />
        </section>
      ))}
    </div>
  )
}

/** The wallet connected in a namespace. */
function NamespaceWallet({ wallet: { imageUrl, name } }: { wallet: ReturnType<typeof walletOf> }) {
  return (
    <span className="network-wallet">
      <Logo name={name} src={imageUrl} size={16} eager />
      <bdi title={name}>{name}</bdi>
    </span>
  )
}

function Networks({
  connected,
  current,
  label,
  namespace,
  networks,
}: {
  connected: Connected | undefined
  current: Network | undefined
  label: string
  namespace: Namespace
  networks: readonly Network[]
}) {
  const { foyer, views } = useUi()
  const message = useMessage()
  const choose = useChooseNetwork()
  const active = useFoyerState(({ activeNamespace }) => activeNamespace === namespace)
  return (
    <List label={label}>
      {networks.map((network) => {
        const { caipNetworkId, name, testnet } = network
        const selected = caipNetworkId === current?.caipNetworkId
        // Marks the network of an inactive namespace's wallet, more subtly than the active one.
        const waits = !active && caipNetworkId === connected?.chainId
        const refused = readReach(foyer, network) === 'never'
        // The reason for being unavailable needs the space.
        const isTest = testnet && !refused
        return (
          <ListRow
            key={caipNetworkId}
            image={<Logo name={name} src={networkImageUrl(foyer, network)} />}
            title={<span title={name}>{name}</span>}
            subtitle={
              refused
                ? message('networks.notAllowed', {
                    wallet: connected ? walletOf(connected).name : '',
                  })
                : undefined
            }
            selected={selected}
            trailing={
              isTest || selected || waits ? (
                <>
                  {isTest ? <Badge>{message('networks.testnet')}</Badge> : null}
                  {selected || waits ? (
                    <>
                      <span className="unseen">
                        {selected
                          ? message('networks.current')
                          : message('networks.currentOf', {
                              wallet: connected ? walletOf(connected).name : '',
                            })}
                      </span>
                      <Icon name="check" className={selected ? 'network-current' : undefined} />
                    </>
                  ) : null}
                </>
              ) : undefined
            }
            onIntent={() => void views.load(connected ? 'SwitchNetwork' : 'ConnectNamespace')}
            onClick={refused ? undefined : () => choose(network)}
          />
        )
      })}
    </List>
  )
}
