import type { Namespace } from '@foyer/protocol'
import { type ComponentType, useSyncExternalStore } from 'react'
import type { Modal } from '../../modal.ts'

/** Calls whose outcome the account shows. */
export type ShownCalls = {
  readonly id: string
  /** @default the active one */
  readonly namespace?: Namespace | undefined
}
/** Not the core's store: the first chunk would have to export it, and has no byte left. */
type Shown = {
  calls: (ShownCalls & { readonly Part: ComponentType }) | undefined
  readonly listeners: Set<() => void>
}

const all = new WeakMap<Modal['router'], Shown>()

function shownOf({ router }: Pick<Modal, 'router'>): Shown {
  const shown = all.get(router) ?? { calls: undefined, listeners: new Set() }
  all.set(router, shown)
  return shown
}

/** The calls that a modal shows in the account. */
export const readShownCalls = (modal: Pick<Modal, 'router'>) => shownOf(modal).calls

export function setShownCalls(modal: Pick<Modal, 'router'>, calls: Shown['calls']): void {
  const shown = shownOf(modal)
  shown.calls = calls
  for (const listener of shown.listeners) listener()
}

/** Re-renders when other calls are shown. */
export function useShownCalls(modal: Pick<Modal, 'router'>): Shown['calls'] {
  const { listeners } = shownOf(modal)
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => readShownCalls(modal),
  )
}
