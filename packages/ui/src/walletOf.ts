import type { Connection } from '@foyer/core'

/** The wallet of a connection, as it calls itself: a connector may reach many. */
export function walletOf({
  connector,
  wallet = connector,
}: Extract<Connection, { status: 'connected' }>): {
  readonly name: string
  readonly imageUrl?: string | undefined
} {
  return wallet
}
