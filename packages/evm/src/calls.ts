import type { Calls } from '@foyer/core'
import { isAtomic } from './calls/isAtomic.ts'
import { sendCalls } from './calls/sendCalls.ts'
import { waitForCalls } from './calls/waitForCalls.ts'
import { writePermit } from './calls/writePermit.ts'

/** Batches and permits, in one chunk. */
export const calls: Calls = { isAtomic, send: sendCalls, wait: waitForCalls, writePermit }
