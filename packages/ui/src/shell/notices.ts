import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'

export type NoticeState = {
  /** Increases, so that the same text again is a new notice. */
  readonly id: number
  readonly tone: 'info' | 'success' | 'error'
  readonly text: string
}

/** Short messages above a view, one at a time, each hidden after {@link noticeMs}. */
export type Notices = {
  readonly store: Store<NoticeState | undefined>
  /** Closes the current notice first, and opens the new one after {@link noticeGapMs}. */
  show(notice: { tone: NoticeState['tone']; text: string }): void
  hide(): void
}

/** Pause between two notices, ms. @source spec 9.13 */
export const noticeGapMs = 150
/** Duration of a notice, ms. */
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
      const before = store.get()
      hide()
      if (before) timer = setTimeout(open, noticeGapMs)
      else open()
    },
  }
}
