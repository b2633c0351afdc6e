import type { Namespace } from '@foyer/protocol'

/** The storage key under which one tab tells the others. */
export const tabsKey = 'tabs'

/** One action of the user in another tab, for all these namespaces at once. */
export type TabEvent = {
  readonly event: 'connected' | 'disconnected'
  readonly namespaces: readonly Namespace[]
}
