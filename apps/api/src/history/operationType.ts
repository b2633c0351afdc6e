import type { OperationType } from '@foyer/protocol/api'
import type { ChainTransfer } from '../indexer/chainBlock.ts'
import type { historyTransactions } from '../indexer/historyTables.ts'
import { noAddress } from '../rpc/ethCall.ts'

type Facts = Pick<
  typeof historyTransactions.$inferSelect,
  'intent' | 'isConfirmed' | 'receiver' | 'sender'
>

/**
 * Classifies a transaction for an account, by its call and its transfers.
 *
 * @param own - the transfers and approvals of the account
 */
export function operationType(
  { intent, isConfirmed, receiver, sender }: Facts,
  { account, own }: { account: string; own: readonly ChainTransfer[] },
): OperationType {
  const isOwn = sender === account
  const moved = own.filter(({ kind }) => kind !== 'approval')
  const ins = moved.filter((one) => one.receiver === account && one.sender !== account)
  const outs = moved.filter((one) => one.sender === account && one.receiver !== account)
  if (isOwn && intent === 'deploy') return 'deploy'
  // A transaction of 0 to oneself: wallets cancel a pending transaction by it.
  if (isOwn && receiver === account && intent === 'transfer' && moved.length === 0) return 'cancel'
  if (!isConfirmed) return isOwn ? failedType[intent] : 'execute'
  const areMade = ins.every((one) => one.sender === noAddress)
  if (ins.length > 0 && outs.length > 0) {
    if (areMade) return ins.some(({ kind }) => kind === 'nft') ? 'mint' : 'deposit'
    return outs.every((one) => one.receiver === noAddress) ? 'withdraw' : 'trade'
  }
  if (ins.length > 0) return isOwn && areMade ? 'mint' : 'receive'
  if (outs.length > 0) return outs.every((one) => one.receiver === noAddress) ? 'burn' : 'send'
  if (moved.length > 0) return 'send'
  if (isOwn && (intent === 'approve' || own.length > 0)) return 'approve'
  return isOwn && intent === 'transfer' ? 'send' : 'execute'
}

const failedType = {
  approve: 'approve',
  call: 'execute',
  deploy: 'deploy',
  transfer: 'send',
} as const
