import type { HistoryTransaction } from '@foyer/protocol/api'
import type { Contact } from './contacts.ts'

/**
 * Lists the addresses that an account has knowingly sent to: its contacts, then the receivers in its history.
 *
 * Of the history only what the account itself signed counts, a single transfer of more than nothing: anyone can send
 * dust to an account, or let a contract record an empty transfer from it, to place a look-alike among its receivers.
 *
 * @param parameters.isSame - True if two addresses are the same account.
 */
export function listKnownReceivers({
  address,
  contacts,
  history,
  isSame,
}: {
  address: string
  contacts: readonly Contact[]
  history: readonly HistoryTransaction[]
  isSame: (one: string, other: string) => boolean
}): readonly Contact[] {
  const known: Contact[] = [...contacts]
  for (const { metadata, transfers } of history) {
    const [transfer, ...more] = transfers
    const isOwnSend =
      metadata.operationType === 'send' &&
      metadata.status === 'confirmed' &&
      isSame(metadata.sentFrom, address)
    if (!isOwnSend || !transfer || more.length > 0) continue
    const { counterparty, direction, quantity } = transfer
    if (direction !== 'out' || counterparty === undefined || !/[1-9]/.test(quantity.numeric))
      continue
    if (known.some((one) => isSame(one.address, counterparty))) continue
    known.push({ address: counterparty, usedAt: Date.parse(metadata.minedAt) || 0 })
  }
  return known.filter((one) => !isSame(one.address, address))
}
