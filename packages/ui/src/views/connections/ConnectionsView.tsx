import { networkImageUrl, readNetwork } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useStyles } from '../../useStyles.ts'
import { useDisconnectOrNotify } from '../account/useDisconnectOrNotify.ts'
import { namespaceNames } from '../networks/namespaceNames.ts'
import { useNamespaces } from '../networks/useNamespaces.ts'
import { ConnectionSection } from './ConnectionSection.tsx'
import css from './ConnectionsView.css?inline'
import { connectNamespace } from './connectNamespace.ts'
import { useConnectionList } from './useConnectionList.ts'

/** Every connected wallet, namespaces to connect, and disconnect for all. */
export function ConnectionsView() {
  useStyles(css)
  const { router, views } = useUi()
  const message = useMessage()
  const connections = useConnectionList()
  const namespaces = useNamespaces()
  const disconnect = useDisconnectOrNotify()
  const missing = namespaces.filter((one) =>
    connections.every(({ namespace }) => namespace !== one),
  )
  if (connections.length === 0)
    return (
      <EmptyState
        icon={<Icon name="wallet" />}
        title={message('connections.none')}
        action={
          <Button onClick={() => router.replace('Connect')}>{message('connect.title')}</Button>
        }
      />
    )
  return (
    <div className="connections">
      {connections.map(({ connection, namespace }) => (
        <ConnectionSection
          key={namespace}
          connection={connection}
          namespace={namespace}
          title={
            namespaces.length > 1 ? namespaceNames[namespace] : message('connecting.connected')
          }
        />
      ))}
      {missing.length > 0 ? <Missing namespaces={missing} /> : null}
      <div className="connections-foot">
        <Button
          variant="secondary"
          onPointerEnter={() => void views.load('Connect')}
          onClick={() => router.push('Connect')}
        >
          {message('connections.connectAnother')}
        </Button>
        {connections.length > 1 ? (
          <Button variant="quiet" onClick={() => disconnect(undefined)}>
            {message('connections.disconnectAll')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Namespaces of the site without a wallet. */
function Missing({ namespaces }: { namespaces: readonly Namespace[] }) {
  const ui = useUi()
  const message = useMessage()
  const title = message('connections.missing')
  return (
    <section>
      <div className="connection-bar">
        <h2>{title}</h2>
      </div>
      <List label={title}>
        {namespaces.map((namespace) => {
          const network = readNetwork(ui.foyer, namespace)
          return (
            <ListRow
              key={namespace}
              image={
                <Logo
                  name={namespaceNames[namespace]}
                  src={network && networkImageUrl(ui.foyer, network)}
                  eager
                />
              }
              title={namespaceNames[namespace]}
              trailing={
                <span className="connection-connect">{message('connections.connect')}</span>
              }
              onIntent={() => void ui.views.load('ConnectNamespace')}
              onClick={() => connectNamespace(ui, { namespace })}
            />
          )
        })}
      </List>
    </section>
  )
}
