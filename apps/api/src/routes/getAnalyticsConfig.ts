import { getAnalyticsConfig } from '@foyer/protocol'
import { defineRoute } from '../route.ts'

/** @source ledger 7.27 */
export const getAnalyticsConfigRoute = defineRoute(getAnalyticsConfig, async ({ asker }) => ({
  isAnalyticsEnabled: asker.project.isAnalyticsEnabled,
}))
