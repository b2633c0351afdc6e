import type { Modal } from '../modal.ts'
import { surfaceOf } from './surface.ts'

/**
 * Shows a wallet's approval request or refusal, if `surfaceOf` picks this modal.
 *
 * @param unsupported - If true, shows that the wallet switched to an unsupported network.
 */
export async function showRequest(modal: Modal, unsupported?: unknown): Promise<void> {
  const { foyer, options, router, store } = modal
  if (surfaceOf(foyer) !== modal) return
  if (unsupported) return modal.open('UnsupportedChain')
  const { approvals, refused } = foyer.store.get()
  // It may have been answered while this code was loading.
  if (!approvals?.length && !refused) return
  const view = approvals?.length ? 'ApproveTransaction' : 'Account'
  if (options.embedded || store.get().open) router.push(view)
  else await modal.open(view)
}
