import type { Foyer } from '@foyer/core'
import type { Modal } from '../modal.ts'
import { isShownElsewhere } from './surface.ts'

/** Modals that show requests at the moment. */
const showing = new WeakSet<Modal>()

/** Sends the held requests without a preview: no modal is on the page. */
export function skipPreviews(foyer: Foyer): void {
  for (const pending of foyer.store.get().previews ?? []) pending.skip()
}

/** Shows the held requests until all are answered. Closing or leaving the view rejects them. */
export async function showPreviews(modal: Modal): Promise<void> {
  const { foyer, options, router, store } = modal
  const readPending = () => foyer.store.get().previews ?? []
  for (const pending of readPending()) pending.take()
  if (showing.has(modal)) return
  showing.add(modal)
  const isOpen = () => options.embedded || store.get().open
  const isShown = () => isOpen() && router.read().view === 'PreviewRequest'
  const opening = isOpen() ? router.push('PreviewRequest') : modal.open('PreviewRequest')
  const stop = () => {
    for (const end of stops) end()
    showing.delete(modal)
  }
  const look = () => {
    const pending = readPending()
    if (pending.length > 0 && isShown()) return
    if (pending.length > 0 && isShownElsewhere(modal, 'PreviewRequest')) return stop()
    stop()
    for (const one of pending) one.answer(false)
    if (!isShown()) return
    if (router.canGoBack()) router.back()
    else modal.close({ force: true })
  }
  const stops = [foyer.store.subscribe(look), router.store.subscribe(look), store.subscribe(look)]
  await opening
}
