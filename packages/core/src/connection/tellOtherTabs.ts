import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { tabsKey } from './otherTabs.ts'

/** What a visitor did in one tab, to all these namespaces at once. */
export type TabNews = {
  readonly event: 'connected' | 'disconnected'
  readonly namespaces: readonly Namespace[]
}

/** Tells the other tabs what the visitor did in this one. */
export function tellOtherTabs({ storage }: Foyer, news: TabNews): void {
  // Only what is new is told to other tabs, hence the moment.
  storage.write(tabsKey, { ...news, at: Date.now() })
}
