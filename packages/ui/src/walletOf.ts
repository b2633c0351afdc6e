import type { Connection } from '@foyer/core'

/** Returns the name of a connection's wallet, which one connector of many may reach. */
export function walletOf({
  connector,
  wallet = connector,
}: Extract<Connection, { status: 'connected' }>): {
  readonly name: string
  readonly imageUrl?: string | undefined
} {
  return wallet
}
