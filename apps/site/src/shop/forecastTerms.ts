import type { SiteConfig } from '../siteConfig.ts'

/** Price of the forecast: a cent. The devnet's dollar has this EIP-712 domain. */
const price = { amount: 10_000n, name: 'USD Coin', version: '1' } as const

/** The terms of the forecast on the first network; undefined if it has no dollar, or the shop no account. */
export function forecast({ networks: [network], shopAccounts }: SiteConfig) {
  const token = network?.tokens?.find(({ symbol }) => symbol === 'USDC')
  if (!network || !token || !shopAccounts || typeof network.id !== 'number') return undefined
  return {
    ...price,
    asset: token.address as `0x${string}`,
    chainId: `eip155:${network.id}` as const,
    payTo: shopAccounts.eip155 as `0x${string}`,
  }
}
