import type { Foyer } from '../foyer.ts'
import { type TabEvent, tabsKey } from './tabEvent.ts'

/** Tells the other tabs what the user did in this one. */
export function tellOtherTabs({ storage }: Foyer, tabEvent: TabEvent): void {
  // Only what is new is told to other tabs, hence the moment.
  storage.write(tabsKey, { ...tabEvent, at: Date.now() })
}
