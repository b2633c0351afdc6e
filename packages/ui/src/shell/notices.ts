import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'

export type NoticeState = {
  /** Counts up, so that the same words again are a new notice. */
  readonly id: number
  readonly tone: 'info' | 'success' | 'error'
  readonly text: string
}

/** Short words above a view, one at a time, gone by themselves. */
export type Notices = {
  readonly store: Store<NoticeState | undefined>
  /** A notice that is there makes room first, and the new one opens after {@link noticeGapMs}. */
  show(notice: { tone: NoticeState['tone']; text: string }): void
  hide(): void
}

/** Between one notice and the next, ms. @source ledger 9.13 */
export const noticeGapMs = 150
/** How long a notice stays, ms. */
export const noticeMs = 5_000

export function createNotices(): Notices {
  const store = createStore<NoticeState | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  let id = 0
  const hide = () => {
    clearTimeout(timer)
    store.set(undefined)
  }
  return {
    store,
    hide,
    show({ text, tone }) {
      const open = () => {
        store.set({ id: ++id, tone, text })
        timer = setTimeout(hide, noticeMs)
      }
      const occupied = store.get() !== undefined
      hide()
      if (occupied) timer = setTimeout(open, noticeGapMs)
      else open()
    },
  }
}
