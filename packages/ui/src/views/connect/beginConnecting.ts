import type { WalletEntry } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Ui } from '../../context.ts'
import type { ViewData } from '../../view.ts'
import type { askWallet } from './askWallet.ts'

/**
 * Asks a wallet to connect, in the turn of the call: WebKit lets it open a window in the click alone, not after a chunk
 * was waited for.
 *
 * @param parameters.ask - Loaded ahead.
 * @returns What the view that shows its prompt is opened with.
 */
export function beginConnecting(
  { foyer, modal }: Pick<Ui, 'foyer' | 'modal'>,
  { ask, entry, namespace }: beginConnecting.Parameters,
): ViewData['ConnectingExternal'] {
  const { connector } = entry
  if (!connector) return { entry, namespace }
  const asked = ask(foyer, { connector, namespace: namespace ?? modal.store.get().namespace })
  // The view tells what came of it.
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
