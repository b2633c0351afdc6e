import { type RefObject, useEffect, useRef } from 'react'
import { useMessage, useModalState, useSlice, useUi } from '../context.ts'
import { EmptyState } from '../primitives/EmptyState.tsx'
import type { RouterState } from '../router.ts'
import { Header } from './Header.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { useFollowHeight } from './useFollowHeight.ts'
import { useSheet } from './useSheet.ts'
import { ViewBoundary } from './ViewBoundary.tsx'
import { ViewPlace } from './ViewPlace.tsx'

const selectAll = (state: RouterState) => state

/** The card: header, notices, and the top view. Its height follows the view. */
export function Card() {
  const { foyer, modal, router } = useUi()
  const message = useMessage()
  const { embedded = false } = modal.options
  const { direction, stack } = useSlice(router.store, selectAll)
  const shake = useModalState((state) => state.shake)
  const open = useModalState((state) => state.open)
  const card = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const screen = router.read()
  const key = `${stack.length}-${screen.view}`
  // The first view appears with the card: a second animation would only slow it down.
  const openedWith = useRef<string | undefined>(key)
  if (!open && !embedded) openedWith.current = key
  else if (openedWith.current !== key) openedWith.current = undefined

  useFollowHeight(body)
  useSheet(card, { disabled: embedded, onDismiss: () => modal.close() })
  useFocusHeading(card, { key, open, embedded })

  return (
    <div
      ref={card}
      className="card"
      data-embedded={embedded}
      data-shake={shake}
      {...(embedded && { role: 'region', 'aria-labelledby': 'foyer-title' })}
    >
      {embedded ? null : <div className="handle" aria-hidden="true" />}
      <Header screen={screen} />
      <NoticeBar />
      <div ref={body} className="body">
        <div className="scroll">
          <div
            key={key}
            className="view"
            data-direction={key === openedWith.current ? 'none' : direction}
          >
            <ViewBoundary
              fallback={<EmptyState role="alert" title={message('error.other')} />}
              onError={(error) => {
                foyer.log('error', `the view ${screen.view} failed`, error)
                modal.store.setLoading(false)
              }}
            >
              <ViewPlace screen={screen} />
            </ViewBoundary>
          </div>
        </div>
      </div>
    </div>
  )
}

/** Focuses the heading of each new view; in an embedded card only if it contained the focus. */
function useFocusHeading(
  card: RefObject<HTMLDivElement | null>,
  { embedded, key, open }: { embedded: boolean; key: string; open: boolean },
): void {
  const focused = useRef(false)
  useEffect(() => {
    const element = card.current
    const stop = new AbortController()
    const { signal } = stop
    const onFocus = () => {
      focused.current = true
    }
    const onBlur = (event: FocusEvent) => {
      if (event.relatedTarget) focused.current = false
    }
    element?.addEventListener('focusin', onFocus, { signal })
    element?.addEventListener('focusout', onBlur, { signal })
    return () => stop.abort()
  }, [card])
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    const root = card.current?.getRootNode() as ShadowRoot
    const elsewhere =
      document.activeElement !== document.body && document.activeElement !== root.host
    if (embedded ? !focused.current || elsewhere : !open) return
    card.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [card, embedded, key, open])
}
