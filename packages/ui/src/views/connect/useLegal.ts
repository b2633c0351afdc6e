import { type LegalState, useSlice, useUi } from '../../context.ts'

const selectAll = (state: LegalState) => state

/**
 * The site's terms, while they block connecting.
 *
 * @returns `allow` returns false, and shakes, until the box is ticked. @source spec 2.19
 */
export function useLegal(): LegalState & {
  accept: (accepted: boolean) => void
  allow: () => boolean
} {
  const { legal, modal } = useUi()
  const state = useSlice(legal, selectAll)
  return {
    ...state,
    accept: (accepted) => legal.set({ accepted, refused: 0 }),
    allow() {
      if (legal.get().accepted) return true
      legal.set(({ refused }) => ({ accepted: false, refused: refused + 1 }))
      modal.store.shake()
      return false
    },
  }
}
