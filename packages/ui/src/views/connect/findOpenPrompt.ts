import { type Foyer, readPrompts, type WalletEntry } from '@foyer/core'

/** Returns the open prompt of a listed wallet. */
export function findOpenPrompt(
  foyer: Foyer,
  { connector, wallet }: Pick<WalletEntry, 'connector' | 'wallet'>,
): ReturnType<typeof readPrompts>[number] | undefined {
  return readPrompts(foyer).findLast((prompt) =>
    connector
      ? (connector.members ?? [connector]).includes(prompt.connector)
      : prompt.connector.type === 'WALLET_CONNECT' && prompt.wallet.id === wallet?.id,
  )
}
