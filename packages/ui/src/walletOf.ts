import type { Connection } from '@foyer/core'

/** Returns name and image of a connection's wallet, which for a connector of many wallets are in its session. */
export function walletOf({
  connector,
  wallet = connector,
}: Extract<Connection, { status: 'connected' }>): {
  readonly name: string
  readonly imageUrl?: string | undefined
} {
  return wallet
}
