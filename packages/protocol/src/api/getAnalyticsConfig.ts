import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** Whether the operator collects usage events for this project. @source ledger 7.27 */
export const getAnalyticsConfig = defineEndpoint({
  method: 'GET',
  path: '/getAnalyticsConfig',
  summary: 'Whether usage events are collected for this project.',
  query: v.object({}),
  response: v.object({ isAnalyticsEnabled: v.boolean() }),
})
