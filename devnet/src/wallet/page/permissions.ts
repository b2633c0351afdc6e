import { visibleAddresses, type WalletContext } from './walletContext.ts'

/**
 * Returns the site's permission: to see accounts, or none.
 *
 * @source EIP-2255
 */
export function permissions({ config, store }: WalletContext): unknown[] {
  const state = store.read()
  const value = visibleAddresses(config, { ...state, locked: false })
  if (value.length === 0) return []
  return [
    {
      parentCapability: 'eth_accounts',
      invoker: window.location.origin,
      caveats: [{ type: 'restrictReturnedAccounts', value }],
      date: state.permittedAt,
    },
  ]
}
