import { type Foyer, readPrompts, type WalletEntry } from '@foyer/core'

/** The prompt that a wallet of a list shows to its user now. */
export function readWaiting(
  foyer: Foyer,
  { connector, wallet }: Pick<WalletEntry, 'connector' | 'wallet'>,
): ReturnType<typeof readPrompts>[number] | undefined {
  return readPrompts(foyer).findLast((prompt) =>
    connector
      ? (connector.members ?? [connector]).includes(prompt.connector)
      : prompt.connector.type === 'WALLET_CONNECT' && prompt.wallet.id === wallet?.id,
  )
}
