import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** Returns true if the operator collects usage events for this project. @source spec 7.27 */
export const getAnalyticsConfig = defineEndpoint({
  method: 'GET',
  path: '/getAnalyticsConfig',
  summary: 'True if usage events are collected for this project.',
  query: v.object({}),
  response: v.object({ isAnalyticsEnabled: v.boolean() }),
})
