import { watch } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Ui } from '../../context.ts'
import { connectNamespace } from '../connections/connectNamespace.ts'
import type { PayData } from './payData.ts'

/** Opens the wallets of a request's namespace, and the request again once one is connected. */
export function connectPayer(
  { foyer, modal, router }: Pick<Ui, 'foyer' | 'modal' | 'router'>,
  { data, namespace }: { data: PayData; namespace: Namespace },
): void {
  connectNamespace({ foyer, modal, router }, { namespace })
  const statusOf = () => foyer.store.get().connections[namespace]?.status
  const stop = () => {
    for (const one of stops) one()
  }
  const stops = [
    watch(
      foyer.store,
      () => statusOf() === 'connected',
      (isConnected) => {
        if (!isConnected) return
        stop()
        modal.open('Pay', data).catch(() => {
          // The modal has told why.
        })
      },
    ),
    modal.store.subscribe(({ open }) => {
      // A wallet that was opened may still approve; a user who closed the list does not want to pay.
      if (!open && !modal.options.embedded && statusOf() !== 'connecting') stop()
    }),
  ]
}
