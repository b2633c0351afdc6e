import type { HistoryTransaction, HistoryTransfer } from '@foyer/protocol/api'
import type { MessageKey } from '../../i18n/en.ts'

/** An amount of a row, and the token it is of. */
export type ShownAmount = {
  /** `+` came in, `−` went out; none for an approval, or a transfer to oneself. */
  readonly sign: '+' | '−' | ''
  /** Token units as a plain decimal, exactly; undefined: without a limit, or a single thing. */
  readonly numeric: string | undefined
  /** Symbol of a token, or name of an NFT. */
  readonly name: string
  readonly iconUrl: string | undefined
  readonly isUnlimited: boolean
}

/** Address of the other side, and the sentence it stands in; without a key it stands alone. */
export type Party = { readonly key: MessageKey | undefined; readonly address: string }

/** Larger allowances are called unlimited: no token has so many units. */
const longestAllowance = 40

/** Returns the amounts that moved or were approved: none for a failed transaction. */
export function readAmounts({
  approvals,
  metadata,
  transfers,
}: HistoryTransaction): readonly ShownAmount[] {
  if (metadata.status === 'failed') return []
  const moved = transfers.map((transfer) => ({
    ...readAsset(transfer),
    sign: ({ in: '+', out: '−', self: '' } as const)[transfer.direction],
    numeric: isSingle(transfer) ? undefined : transfer.quantity.numeric,
    isUnlimited: false,
  }))
  if (moved.length > 0) return moved
  return approvals.map(({ quantity, ...asset }) => {
    const numeric = 'numeric' in quantity ? quantity.numeric : undefined
    const isUnlimited = (numeric?.split('.')[0]?.length ?? 0) > longestAllowance
    return {
      ...readAsset(asset),
      sign: '',
      numeric: isUnlimited ? undefined : numeric,
      isUnlimited,
    }
  })
}

/** Returns the account or contract on the other side; undefined if the api does not report it. */
export function readParty({
  approvals,
  metadata,
  transfers,
}: HistoryTransaction): Party | undefined {
  const { operationType, sentFrom, sentTo } = metadata
  if (operationType === 'deploy') return { key: undefined, address: sentTo }
  const [approval] = approvals
  if (operationType === 'approve' && approval)
    return { key: 'activity.with', address: approval.spender }
  if (operationType !== 'receive' && operationType !== 'send')
    return { key: 'activity.with', address: sentTo }
  const isReceived = operationType === 'receive'
  const address = readCounterparty(transfers, isReceived ? sentFrom : sentTo)
  return address === undefined
    ? undefined
    : { key: isReceived ? 'activity.from' : 'activity.to', address }
}

/** @param fallback - Of a transaction that moves coins, or nothing. */
function readCounterparty(
  transfers: readonly HistoryTransfer[],
  fallback: string,
): string | undefined {
  const told = new Set(transfers.map(({ counterparty }) => counterparty))
  const [only] = told
  if (told.size === 1 && only !== undefined) return only
  // The receiver of such a transaction is the token's contract.
  return transfers.some(({ address }) => address !== undefined) ? undefined : fallback
}

function readAsset({
  fungible_info,
  nft_info,
}: Pick<HistoryTransfer, 'fungible_info' | 'nft_info'>) {
  return {
    name: fungible_info?.symbol || fungible_info?.name || nft_info?.name || '',
    iconUrl: fungible_info?.icon.url ?? nft_info?.content?.preview.url,
  }
}

/** One NFT needs no number. */
function isSingle({ nft_info, quantity }: HistoryTransfer): boolean {
  return nft_info !== undefined && quantity.numeric === '1'
}
