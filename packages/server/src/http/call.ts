import type { Context, Hono } from 'hono'
import type { Budget } from './budget.ts'

/** Variables of each call; a route sets `route` to its name, never to its path. */
export type CallVariables = { requestId: string; route: string; budget: Budget }
export type HttpApp = Hono<{ Variables: CallVariables }>
export type Call = Context<{ Variables: CallVariables }>
