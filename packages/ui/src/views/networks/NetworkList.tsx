import { type Network, networkImageUrl } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useMessage, useUi } from '../../context.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './NetworkList.css?inline'
import { useChooseNetwork } from './useChooseNetwork.ts'

/** Names of chain families: the same in every language. */
const families: Readonly<Record<Namespace, string>> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  tron: 'TRON',
  polkadot: 'Polkadot',
}

/** Networks to go to, a group for each chain family where there are several. */
export function NetworkList({
  current,
  networks,
}: {
  /** The one the visitor is on. */
  current: Network | undefined
  networks: readonly Network[]
}) {
  useStyles(css)
  const message = useMessage()
  const namespaces = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  if (namespaces.length < 2)
    return <Networks label={message('networks.title')} networks={networks} current={current} />
  return (
    <div className="network-groups">
      {namespaces.map((namespace) => (
        <section key={namespace}>
          <h2 className="network-family">{families[namespace]}</h2>
          <Networks
            label={families[namespace]}
            networks={networks.filter(({ chainNamespace }) => chainNamespace === namespace)}
            current={current}
          />
        </section>
      ))}
    </div>
  )
}

function Networks({
  current,
  label,
  networks,
}: {
  current: Network | undefined
  label: string
  networks: readonly Network[]
}) {
  const { foyer, views } = useUi()
  const message = useMessage()
  const choose = useChooseNetwork()
  return (
    <List label={label}>
      {networks.map((network) => {
        const { caipNetworkId, name, testnet } = network
        const selected = caipNetworkId === current?.caipNetworkId
        return (
          <ListRow
            key={caipNetworkId}
            image={<Logo name={name} src={networkImageUrl(foyer, network)} />}
            title={<span title={name}>{name}</span>}
            selected={selected}
            trailing={
              testnet || selected ? (
                <>
                  {testnet ? <Badge>{message('networks.testnet')}</Badge> : null}
                  {selected ? (
                    <>
                      <span className="unseen">{message('networks.current')}</span>
                      <Icon name="check" className="network-current" />
                    </>
                  ) : null}
                </>
              ) : undefined
            }
            onIntent={() => void views.load('SwitchNetwork')}
            onClick={() => choose(network)}
          />
        )
      })}
    </List>
  )
}
