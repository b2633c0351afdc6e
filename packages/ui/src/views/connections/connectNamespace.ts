import type { ChainId, Namespace } from '@foyer/protocol'
import type { Ui } from '../../context.ts'

/**
 * Opens the wallets of one namespace; once one is connected, switches to `chainId`. Going back, or a rejection, changes
 * nothing.
 *
 * @param parameters.chainId - @default the network that the wallet is on
 * @source spec 4.23
 */
export function connectNamespace(
  { foyer, modal, router }: Pick<Ui, 'foyer' | 'modal' | 'router'>,
  { chainId, namespace }: { namespace: Namespace; chainId?: ChainId | undefined },
): void {
  const { store } = modal
  const before = store.get().namespace
  router.push('ConnectNamespace', { namespace, chainId })
  // From here on a connect is for this namespace.
  store.set((state) => ({ ...state, namespace }))

  const restore = () => {
    if (store.get().namespace === namespace) store.set((state) => ({ ...state, namespace: before }))
  }
  const follow = () => {
    const status = foyer.store.get().connections[namespace]?.status
    const isOpen = store.get().open || modal.options.embedded === true
    const waits = isOpen && router.store.get().stack.some(({ view }) => view === 'ConnectNamespace')
    if (isOpen && !waits) restore()
    // A wallet may still approve after the user went back or closed the modal.
    if (status !== 'connected' && (waits || status === 'connecting')) return
    for (const stop of stops) stop()
    if (isOpen) restore()
    if (status !== 'connected' || chainId === undefined) return
    import('../networks/changeNetwork.ts')
      .then(({ changeNetwork }) => changeNetwork(foyer, { chainId }))
      .catch((error) => foyer.log('info', 'the wallet is connected, on another network', error))
  }
  const stops = [foyer.store, router.store, store].map((one) => one.subscribe(follow))
}
