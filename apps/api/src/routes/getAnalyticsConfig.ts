import { getAnalyticsConfig } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'

/** @source spec 7.27 */
export const getAnalyticsConfigRoute = defineRoute(
  getAnalyticsConfig,
  ofProject,
  async ({ caller }) => ({
    isAnalyticsEnabled: caller.project.isAnalyticsEnabled,
  }),
)
