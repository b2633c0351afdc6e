import type { Context, Hono } from 'hono'
import type { Budget } from './budget.ts'

/** Hono variables of each call. `route` is the route's pattern, never the requested path. */
export type CallVariables = { requestId: string; route: string; budget: Budget }
export type HttpApp = Hono<{ Variables: CallVariables }>
export type Call = Context<{ Variables: CallVariables }>
