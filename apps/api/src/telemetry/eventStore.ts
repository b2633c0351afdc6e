import type { EventFact, TelemetryEvent } from '@foyer/protocol/api'
import { lt } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import { events } from '../database/schema.ts'
import { scrub, scrubUrl } from './scrub.ts'

export type EventStore = {
  /** Stores an event after scrubbing all personal data; a repeated `eventId` is stored once. */
  add(input: EventStore.Input): Promise<void>
  /** Deletes events older than the retention time. @returns Number of deleted events. */
  forgetOld(): Promise<number>
}

export declare namespace EventStore {
  type Input = {
    projectId: string
    event: TelemetryEvent
    sdkType: string | undefined
    sdkVersion: string | undefined
  }
}

const dayMs = 86_400_000

/** @param retentionMs - how long events are kept */
export function createEventStore({
  queries,
  retentionMs = 30 * dayMs,
}: {
  queries: Queries
  retentionMs?: number | undefined
}): EventStore {
  const clean = (text: string | undefined) => (text === undefined ? null : scrub(text))
  return {
    async add({
      event: { domain, eventId, props, timestamp, url },
      projectId,
      sdkType,
      sdkVersion,
    }) {
      const { properties } = props
      await queries
        .insert(events)
        .values({
          projectId,
          eventId: scrubId(eventId),
          url: scrubUrl(url),
          domain: scrub(domain),
          occurredAt: moment(timestamp),
          type: scrub(props.type),
          event: scrub(props.event),
          errorType: clean(props.errorType),
          errorMessage: clean(props.errorMessage),
          stackTrace: clean(props.stackTrace),
          properties: properties ? scrubProperties(properties) : null,
          sdkType: clean(sdkType),
          sdkVersion: clean(sdkVersion),
        })
        .onConflictDoNothing()
    },
    async forgetOld() {
      const before = new Date(Date.now() - retentionMs)
      const gone = await queries
        .delete(events)
        .where(lt(events.receivedAt, before))
        .returning({ id: events.id })
      return gone.length
    },
  }
}

/** A random UUID identifies nobody; any other text sent as an id might. */
function scrubId(id: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : scrub(id)
}

function scrubProperties(properties: Readonly<Record<string, EventFact | EventFact[]>>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      scrub(name),
      Array.isArray(value) ? value.map(scrubFact) : scrubFact(value),
    ]),
  )
}

function scrubFact(value: EventFact): EventFact {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' ? scrub(value) : scrubNumber(value)
}

/** A number long enough to be a phone number or an account is scrubbed like text. */
function scrubNumber(value: number): number | string {
  const text = scrub(String(value))
  return text === String(value) ? value : text
}

/** Returns the event's time; that of arrival if the client's clock is more than a day off. */
function moment(timestamp: number): Date {
  const now = Date.now()
  return new Date(Math.abs(timestamp - now) <= dayMs ? timestamp : now)
}
