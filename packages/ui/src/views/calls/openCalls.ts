import type { Modal } from '../../modal.ts'
import { CallsStatusPart } from './CallsStatusPart.tsx'
import { readShownCalls, type ShownCalls, setShownCalls } from './shownCalls.ts'

/** Shows what became of calls in the account, until the modal is closed. */
export async function openCalls(
  modal: Modal,
  { id, namespace, onShown }: ShownCalls & { onShown?: (() => void) | undefined },
): Promise<void> {
  const { options, router, store } = modal
  setShownCalls(modal, { id, namespace, Part: CallsStatusPart })
  if (!options.embedded && !store.get().open) await modal.open('Account')
  else if (router.read().view !== 'Account') router.push('Account')
  onShown?.()
  const stop = store.subscribe(({ open }) => {
    if (open) return
    stop()
    if (readShownCalls(modal)?.id === id) setShownCalls(modal, undefined)
  })
}
