import { createHistory, type Foyer, type History } from '@foyer/core'
import { ActivityPanel } from './ActivityPanel.tsx'

/** The code of the Activity tab, and what it has read so far. */
export type Activity = { readonly Panel: typeof ActivityPanel; readonly history: History }

export function openActivity(foyer: Foyer): Activity {
  return { Panel: ActivityPanel, history: createHistory(foyer) }
}
