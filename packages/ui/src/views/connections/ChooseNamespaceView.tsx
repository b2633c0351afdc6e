import { networkImageUrl, readNetwork } from '@foyer/core'
import { connectableNamespaces } from '@foyer/core/internal'
import type { Namespace } from '@foyer/protocol'
import { useFoyerState, useLanguage, useMessage, useUi } from '../../context.ts'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import type { ChooseNamespaceData } from '../../view.ts'
import { namespaceNames } from '../networks/namespaceNames.ts'
import { useNamespaces } from '../networks/useNamespaces.ts'
import { NamespaceHead } from './NamespaceHead.tsx'
import { useChooseConnection } from './useChooseConnection.ts'
import { useConnectionList } from './useConnectionList.ts'

/** Asks which namespace of a wallet to connect. */
export function ChooseNamespaceView({ data: { begin, entry } }: { data: ChooseNamespaceData }) {
  const { foyer, router, views } = useUi()
  const message = useMessage()
  const { locale } = useLanguage()
  const networks = useFoyerState((state) => state.networks)
  const connections = useConnectionList()
  const chooseConnection = useChooseConnection()
  const connector = entry.connector
  const connectable = connector ? connectableNamespaces(foyer, connector) : []
  // In the site's order, whichever member was found first.
  const namespaces = useNamespaces().filter((one) => connectable.includes(one))
  const list = new Intl.ListFormat(locale, { style: 'short', type: 'unit' })
  const listOf = (namespace: Namespace) => {
    const names = networks.filter((one) => one.chainNamespace === namespace).map(({ name }) => name)
    // The names are redundant.
    return names.every((name) => name === namespaceNames[namespace])
      ? undefined
      : list.format(names)
  }
  return (
    <>
      <NamespaceHead
        name={entry.name}
        src={entry.imageUrl}
        title={message('chooseNamespace.text', { wallet: entry.name })}
      />
      <List label={message('networks.title')}>
        {namespaces.map((namespace) => {
          const network = readNetwork(foyer, namespace)
          const connected = connections.find((one) => one.namespace === namespace)?.connection
            .connector
          const isSame =
            connected !== undefined &&
            (connected === connector || connector?.members?.includes(connected) === true)
          return (
            <ListRow
              key={namespace}
              image={
                <Logo
                  name={namespaceNames[namespace]}
                  src={network && networkImageUrl(foyer, network)}
                  eager
                />
              }
              title={namespaceNames[namespace]}
              subtitle={
                connected
                  ? message('connections.with', { wallet: connected.name })
                  : listOf(namespace)
              }
              trailing={isSame ? <Icon name="check" /> : undefined}
              onIntent={() => void views.load('ConnectingExternal')}
              onClick={() =>
                isSame
                  ? chooseConnection({ namespace })
                  : router.push('ConnectingExternal', begin?.(namespace) ?? { entry, namespace })
              }
            />
          )
        })}
      </List>
    </>
  )
}
