import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** A value of an event. */
const fact = v.union([v.pipe(v.string(), v.maxLength(256)), v.number(), v.boolean()])

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** One telemetry event. @source spec 7.28 */
export const postEvent = defineEndpoint({
  method: 'POST',
  path: '/e',
  summary: 'Takes one telemetry event.',
  query: v.object({}),
  body: v.object({
    eventId: text(64),
    url: text(2048),
    domain: text(255),
    /** ms since 1970. */
    timestamp: v.number(),
    props: v.object({
      /** `error`, or `track` for a usage event. */
      type: text(32),
      event: text(64),
      errorType: v.optional(text(64)),
      errorMessage: v.optional(text(512)),
      stackTrace: v.optional(text(2048)),
      /** Values of a usage event, never an address. */
      properties: v.optional(
        v.record(text(64), v.union([fact, v.pipe(v.array(fact), v.maxLength(50))])),
      ),
    }),
  }),
  response: v.object({}),
})
export type EventFact = v.InferOutput<typeof fact>
export type TelemetryEvent = v.InferOutput<typeof postEvent.body>
