import type { Foyer } from '../foyer.ts'
import { type TabEvent, tabsKey } from './tabEvent.ts'

/** Reports the user's action in this tab to the other tabs. */
export function notifyOtherTabs({ running, storage }: Foyer, tabEvent: TabEvent): void {
  // Tabs only get an event for a new value; and an event that arrives late is older than what the user did meanwhile. Later than
  // the last one of all tabs, also when the computer's clock was set back.
  const last = storage.read(tabsKey, (stored) => Number(Object(stored).at) || 0) ?? 0
  const at = Math.max(Date.now(), last + 1)
  running.acts ??= new Map()
  for (const namespace of tabEvent.namespaces) running.acts.set(namespace, at)
  storage.write(tabsKey, { ...tabEvent, at })
}
