import type { Calls } from '@foyer/core'
import { isAtomic } from './calls/isAtomic.ts'
import { sendCalls } from './calls/sendCalls.ts'
import { waitForCalls } from './calls/waitForCalls.ts'
import { writePermit } from './calls/writePermit.ts'
import { writePermit2 } from './calls/writePermit2.ts'

/** Batches and permits, in one chunk. */
export const calls: Calls = {
  ...{ isAtomic, send: sendCalls, wait: waitForCalls },
  ...{ writePermit, writePermit2 },
}
