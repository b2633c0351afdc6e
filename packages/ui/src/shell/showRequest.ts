import type { Modal } from '../modal.ts'
import { surfaceOf } from './surface.ts'

/**
 * Shows what a wallet asks, or why it is never asked, where this modal is the one to show it.
 *
 * @param unsupported - Given: the wallet went to a network that the site does not offer. That is shown instead.
 */
export async function showRequest(modal: Modal, unsupported?: unknown): Promise<void> {
  const { foyer, options, router, store } = modal
  if (surfaceOf(foyer) !== modal) return
  if (unsupported) return modal.open('UnsupportedChain')
  const { approvals, refused } = foyer.store.get()
  // It may have been answered while this was loaded.
  if (!approvals?.length && !refused) return
  const view = approvals?.length ? 'ApproveTransaction' : 'Account'
  if (options.embedded || store.get().open) router.push(view)
  else await modal.open(view)
}
