import type { Calls } from '@foyer/core'
import { getReceipt } from '../waitForTransaction.ts'

export const getReceipts: Calls['getReceipts'] = ({ hashes, rpc }) =>
  Promise.all(hashes.map((hash) => getReceipt({ hash, rpc })))
