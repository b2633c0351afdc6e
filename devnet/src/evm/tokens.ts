import type { Address } from 'viem'
import { devnetAddresses } from './addresses.ts'

/** An ERC-20 with permit (ERC-2612) that anyone may mint. */
export type DevnetToken = {
  address: Address
  symbol: string
  name: string
  decimals: number
  /** Initial balance of each of the accounts 0-4, in the smallest unit. */
  startBalance: bigint
}

/** The tokens on both chains; POINT has no decimals, like loyalty points. */
export const devnetTokens: readonly DevnetToken[] = [
  {
    address: devnetAddresses.usdc,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    startBalance: 10_000_000_000n,
  },
  {
    address: devnetAddresses.wbtc,
    symbol: 'WBTC',
    name: 'Wrapped BTC',
    decimals: 8,
    startBalance: 50_000_000n,
  },
  {
    address: devnetAddresses.dai,
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    decimals: 18,
    startBalance: 5_000n * 10n ** 18n,
  },
  {
    address: devnetAddresses.point,
    symbol: 'POINT',
    name: 'Foyer Points',
    decimals: 0,
    startBalance: 420n,
  },
]
