import { networkImageUrl, readNetwork } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'
import type { ChainId, Namespace } from '@foyer/protocol'
import { useEffect } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { EmailSection } from '../connect/EmailSection.tsx'
import { WalletList } from '../connect/WalletList.tsx'
import { NamespaceHead } from './NamespaceHead.tsx'
import { useConnectionList } from './useConnectionList.ts'

/** The wallets of one namespace, with the reason to connect one. @source spec 4.23 */
export function ConnectNamespaceView({
  data: { chainId, namespace },
}: {
  data: { namespace: Namespace; chainId?: ChainId | undefined }
}) {
  const { foyer, Legal, modal } = useUi()
  const message = useMessage()
  const connections = useConnectionList()
  useEffect(() => {
    // The site opened this view directly.
    if (modal.store.get().namespace !== namespace)
      modal.store.set((state) => ({ ...state, namespace }))
  }, [modal, namespace])
  const target = useFoyerState(({ networks }) =>
    networks.find((one) => one.caipNetworkId === chainId),
  )
  const network = target ?? readNetwork(foyer, namespace)
  const name = network?.name ?? ''
  return (
    <>
      <NamespaceHead
        name={name}
        src={network && networkImageUrl(foyer, network)}
        title={message('connectNamespace.title', { network: name })}
        text={connections.length > 0 ? message('connectNamespace.text') : undefined}
      />
      <WalletList />
      {findAuthConnector(foyer)?.namespaces.includes(namespace) ? <EmailSection /> : null}
      {Legal ? <Legal /> : null}
    </>
  )
}
