import type { Foyer } from '../foyer.ts'
import { type TabEvent, tabsKey } from './tabEvent.ts'

/** Reports the user's action in this tab to the other tabs. */
export function notifyOtherTabs({ storage }: Foyer, tabEvent: TabEvent): void {
  // Tabs only get an event for a new value, hence the timestamp.
  storage.write(tabsKey, { ...tabEvent, at: Date.now() })
}
