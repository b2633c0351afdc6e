import type { EventFact } from '@foyer/protocol/api'
import { ratesTable } from '@foyer/server/database'
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Projects that may use this server. The id is public: quotas, not the id, protect the operator. */
export const projects = pgTable('projects', {
  /** 32 hex digits when this server made it. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Allows pages on localhost, on any port. */
  isDevelopment: boolean('is_development').notNull().default(false),
  isAnalyticsEnabled: boolean('is_analytics_enabled').notNull().default(false),
  isDisabled: boolean('is_disabled').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Origins that may use a project: exact, or `https://*.example.com`. */
export const projectOrigins = pgTable(
  'project_origins',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.origin] })],
)

/** The wallet directory. */
export const wallets = pgTable(
  'wallets',
  {
    id: text('id').primaryKey(),
    /** Other ids by which sites name it in their options. */
    otherIds: jsonb('other_ids').$type<string[]>().notNull(),
    name: text('name').notNull(),
    rdns: text('rdns'),
    homepage: text('homepage'),
    /** The logo in @web3icons/core, as `wallets/metamask`; null gives a monogram. */
    icon: text('icon'),
    /** Position in the list, ascending. */
    order: integer('order').notNull(),
    /** CAIP-2 ids. */
    chains: jsonb('chains').$type<string[]>().notNull(),
    mobileLink: text('mobile_link'),
    desktopLink: text('desktop_link'),
    webappLink: text('webapp_link'),
    linkMode: text('link_mode'),
    appStore: text('app_store'),
    playStore: text('play_store'),
    chromeStore: text('chrome_store'),
    injected: jsonb('injected').$type<{ namespace: string; injected_id: string }[]>(),
    badgeType: text('badge_type'),
    /** True for rows that came with the server (and follow its updates), false for an operator's. */
    isBuiltIn: boolean('is_built_in').notNull(),
  },
  (table) => [index('wallets_order').on(table.order)],
)

/** Telemetry, scrubbed before it is stored and deleted after the retention time. */
export const events = pgTable(
  'events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    url: text('url').notNull(),
    domain: text('domain').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    type: text('type').notNull(),
    event: text('event').notNull(),
    errorType: text('error_type'),
    errorMessage: text('error_message'),
    stackTrace: text('stack_trace'),
    properties: jsonb('properties').$type<Record<string, EventFact | EventFact[]>>(),
    sdkType: text('sdk_type'),
    sdkVersion: text('sdk_version'),
  },
  (table) => [
    uniqueIndex('events_once').on(table.projectId, table.eventId),
    index('events_received_at').on(table.receivedAt),
  ],
)

/** Limits that several processes count together; expired windows are deleted. */
export const rates = ratesTable('rates')
