import type { Transfers } from '@foyer/core'
import { coinTypes } from './transfers/coinTypes.ts'
import { estimateFee } from './transfers/estimateFee.ts'
import { inspectReceiver } from './transfers/inspectReceiver.ts'
import { isSame } from './transfers/isSame.ts'
import { replace } from './transfers/replace.ts'
import { writeRequest } from './transfers/writeRequest.ts'

/** The functions of screens for transfers, in one chunk. */
export const transfers: Transfers = {
  coinTypes,
  estimateFee,
  inspectReceiver,
  isSame,
  payments: async () => (await import('./payments.ts')).payments,
  replace,
  writeRequest,
}
