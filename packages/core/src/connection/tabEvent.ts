import type { Namespace } from '@foyer/protocol'

/** Storage key of the messages between tabs. */
export const tabsKey = 'tabs'

/** A user action in another tab, for all these namespaces at once. */
export type TabEvent = {
  readonly event: 'connected' | 'disconnected'
  readonly namespaces: readonly Namespace[]
}
