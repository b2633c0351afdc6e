import type { Modal } from '../modal.ts'
import { showPreviews, skipPreviews } from './showPreviews.ts'
import { surfaceOf } from './surface.ts'

/**
 * Shows a request to preview, or a wallet's approval request or refusal, if `surfaceOf` picks this modal.
 *
 * @param unsupported - If true, shows that the wallet switched to an unsupported network.
 */
export async function showRequest(modal: Modal, unsupported?: unknown): Promise<void> {
  const { foyer, options, router, store } = modal
  const surface = surfaceOf(foyer)
  if (!surface) skipPreviews(foyer)
  if (surface !== modal) return
  if (unsupported) return modal.open('UnsupportedChain')
  const { approvals, previews, refused, signIn } = foyer.store.get()
  if (previews) return showPreviews(modal)
  if (signIn && !approvals?.length && !refused)
    return (await import('../views/signIn/showSignIn.ts')).showSignIn(modal)
  // It may have been answered while this code was loading.
  if (!approvals?.length && !refused) return
  const calls = approvals?.[0]?.calls
  if (calls) return (await import('../views/calls/openCalls.ts')).openCalls(modal, calls)
  const view = approvals?.length ? 'ApproveTransaction' : 'Account'
  if (options.embedded || store.get().open) router.push(view)
  else await modal.open(view)
}
