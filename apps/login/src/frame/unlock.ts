import { FoyerError } from '@foyer/protocol'
import type { Queue } from './approvals/createQueue.ts'
import type { ApprovePart } from './approvals/importApprove.ts'
import type { Account } from './createAccount.ts'
import type { Unlock } from './GET_USER.ts'
import type { Site } from './site.ts'
export function createUnlock(_: {
  account: Account
  load: () => Promise<ApprovePart>
  queue: Queue
  root: HTMLElement
  site: Site
}): Unlock {
  return async () => {
    throw new FoyerError('recovery-failed')
  }
}
