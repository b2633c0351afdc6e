import { createHistory, type Foyer } from '@foyer/core'
import { createElement } from 'react'
import type { OpenTab } from '../account/openTab.ts'
import { ActivityPanel } from './ActivityPanel.tsx'

/** The code of the Activity tab, and what it has read so far. */
export function openActivity(foyer: Foyer): OpenTab {
  const history = createHistory(foyer)
  return {
    render: (account) => createElement(ActivityPanel, { account, history }),
    close: () => history.show(undefined),
  }
}
