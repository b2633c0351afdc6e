import type { Foyer } from '../foyer.ts'
import { type TabEvent, tabsKey } from './tabEvent.ts'

/** Reports the user's action in this tab to the other tabs. */
export function notifyOtherTabs({ running, storage }: Foyer, tabEvent: TabEvent): void {
  // Tabs only get an event for a new value; and an event that arrives late is older than what the user did meanwhile.
  const at = Date.now()
  running.acts ??= new Map()
  for (const namespace of tabEvent.namespaces) running.acts.set(namespace, at)
  storage.write(tabsKey, { ...tabEvent, at })
}
