import type { Transfers } from '@foyer/core'
import { estimateFee } from './estimateFee.ts'
import { inspectReceiver } from './inspectReceiver.ts'
import { writeRequest } from './writeRequest.ts'

/** Creates what screens for transfers need. @param parameters.maxPriorityFee - Lamports. */
export function createTransfers({ maxPriorityFee }: { maxPriorityFee: bigint }): Transfers {
  return {
    // @source https://github.com/satoshilabs/slips/blob/master/slip-0044.md
    coinTypes: () => ['501'],
    estimateFee: (parameters) => estimateFee({ ...parameters, maxPriorityFee }),
    inspectReceiver,
    isSame: (one, other) => one === other,
    payments: async () => (await import('../payments.ts')).payments,
    writeRequest,
  }
}
