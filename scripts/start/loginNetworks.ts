import { devnetAddresses, devnetChains, solanaDevnet } from '@foyer/devnet'
import type { start } from '@foyer/login'

/** The local chains, with the names for approval screens. */
export const loginNetworks: NonNullable<start.Options['networks']> = [
  ...devnetChains,
  solanaDevnet,
].map(({ caipId, name, nativeCurrency: { decimals, symbol } }) => ({
  id: caipId,
  name,
  symbol,
  decimals,
}))

/** The code of smart accounts, on both local chains. */
export const loginSmartAccounts = Object.fromEntries(
  devnetChains.map(({ caipId }) => [caipId, devnetAddresses.account]),
)
