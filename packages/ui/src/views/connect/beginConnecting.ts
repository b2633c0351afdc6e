import type { WalletEntry } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Ui } from '../../context.ts'
import type { ViewData } from '../../view.ts'
import type { askWallet } from './askWallet.ts'

/**
 * Asks a wallet to connect, synchronously: WebKit lets it open a window only in the click, not after loading a chunk.
 *
 * @param parameters.ask - Preloaded.
 * @returns The data of the view that shows its prompt.
 */
export function beginConnecting(
  { foyer, modal }: Pick<Ui, 'foyer' | 'modal'>,
  { ask, entry, namespace }: beginConnecting.Parameters,
): ViewData['ConnectingExternal'] {
  const { connector } = entry
  if (!connector) return { entry, namespace }
  const asked = ask(foyer, { connector, namespace: namespace ?? modal.store.get().namespace })
  // The view reports the outcome.
  asked.catch(() => {})
  return { entry, namespace, asked }
}

export declare namespace beginConnecting {
  type Parameters = {
    ask: typeof askWallet
    entry: WalletEntry
    namespace?: Namespace | undefined
  }
}
