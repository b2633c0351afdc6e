import type { Calls } from '@foyer/core'
import { getCapabilities } from './calls/getCapabilities.ts'
import { getReceipts } from './calls/getReceipts.ts'
import { getStatus } from './calls/getStatus.ts'
import { isAtomic } from './calls/isAtomic.ts'
import { isOffered } from './calls/isOffered.ts'
import { sendCalls } from './calls/sendCalls.ts'
import { show } from './calls/show.ts'
import { waitForCalls } from './calls/waitForCalls.ts'
import { writePermit } from './calls/writePermit.ts'
import { writePermit2 } from './calls/writePermit2.ts'

const permissions = async () => (await import('./permissions.ts')).permissions

/** Batches and permits, in one chunk. */
export const calls: Calls = {
  getCapabilities,
  getReceipts,
  getStatus,
  isAtomic,
  isOffered,
  permissions,
  send: sendCalls,
  show,
  wait: waitForCalls,
  writePermit,
  writePermit2,
}
