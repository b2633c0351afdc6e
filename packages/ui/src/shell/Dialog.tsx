import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useFoyerState, useModalState, useSlice, useUi } from '../context.ts'
import { savesData } from '../prefetch.ts'
import { Card } from './Card.tsx'
import { lockScroll } from './lockScroll.ts'
import { scrollByKey } from './scrollByKey.ts'
import { useDialog } from './useDialog.ts'

/** Time that the dialog stays rendered after closing, ms. @source spec 9.13 */
const leaveMs = 150

/** The dialog around the card: in the top layer, or in the page by z-index. */
export function Dialog() {
  const { modal, router, views } = useUi()
  const open = useModalState((state) => state.open)
  const zIndexMode = useModalState((state) => state.zIndexMode)
  const view = useSlice(router.store, ({ stack }) => stack.at(-1)?.view)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef(false)
  const trapTab = useTrapTab(zIndexMode)
  const leaving = useLeaving(open)
  useDialog(dialog, { open, zIndexMode })
  useEffect(() =>
    dialog.current?.setAttribute('closedby', modal.canClose() ? 'closerequest' : 'none'),
  )
  useEffect(() => (dialog.current ? lockScroll(dialog.current) : undefined), [])
  const connected = useFoyerState(
    ({ activeNamespace, connections }) => connections[activeNamespace]?.status === 'connected',
  )
  useEffect(() => {
    // A view may have been opened since the render.
    if (open || leaving || modal.store.get().open) return
    // The closed dialog renders the ways to connect in advance, so that the first click only shows them.
    if (!connected) router.reset('Connect')
    else if (modal.options.prefetch !== 'none' && !savesData()) void views.load('Account')
  }, [open, leaving, connected, modal, router, views])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (zIndexMode || !modal.canClose())) {
      event.preventDefault()
      modal.close()
    } else if (zIndexMode && event.key === 'Tab') trapTab.current(event)
    else scrollByKey(event)
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-layer={zIndexMode ? 'page' : 'top'}
      aria-modal="true"
      aria-labelledby="foyer-title"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        if (modal.canClose()) return
        event.preventDefault()
        modal.close()
      }}
      onClose={() => {
        if (!dialog.current?.open) modal.close({ force: true })
      }}
      onPointerDown={({ target }: PointerEvent) => {
        pressed.current = target === dialog.current
      }}
      onClick={({ target }) => {
        // A press that began on the card and slid off does not close it.
        if (pressed.current && target === dialog.current) modal.close()
      }}
    >
      {open || leaving || (view === 'Connect' && !connected) ? <Card /> : null}
    </dialog>
  )
}

/** True from closing until the card has disappeared. */
function useLeaving(open: boolean): boolean {
  const [last, setLast] = useState(open)
  const leaving = last && !open
  useEffect(() => {
    if (open) return setLast(true)
    const timer = setTimeout(() => setLast(false), leaveMs)
    return () => clearTimeout(timer)
  }, [open])
  return leaving
}

/** Keeps Tab inside; not loaded for the top layer, which does that itself. */
function useTrapTab(zIndexMode: boolean): RefObject<(event: KeyboardEvent) => void> {
  const trap = useRef<(event: KeyboardEvent) => void>(() => {})
  useEffect(() => {
    if (!zIndexMode) return
    import('./trapTab.ts').then(
      ({ trapTab }) => {
        trap.current = trapTab
      },
      // Offline before the code loaded: Tab leaves the card, everything else works.
      () => {},
    )
  }, [zIndexMode])
  return trap
}
