import { createHash } from 'node:crypto'
import { createFaucet, devnetAddresses, foyerDevnet } from '@foyer/devnet'
import type { PolicyFile } from '@foyer/sponsor'
import type { LocalChains } from './addresses.ts'
import { shopAccounts } from './siteNetworks.ts'

type Chains = LocalChains['chains']

/** The last part of the address of the demo site's paymaster service: it is no secret. */
export const paymasterKey = 'demo-site'

const coin = 10n ** 18n
const gwei = 10n ** 9n
/** First four bytes of the calls `transfer(address,uint256)` and `approve(address,uint256)` of ERC-20. */
const transfer = '0xa9059cbb'
const approve = '0x095ea7b3'

/**
 * Calls that the local operator pays for: transfers and allowances of the devnet's dollar, and payments to the demo shop.
 *
 * @param merchantToken - The shop's token.
 * @param projectId - The demo site's project.
 */
export const sponsorPolicy = (
  chains: Chains,
  { merchantToken, projectId }: { merchantToken: string; projectId: string },
): PolicyFile => ({
  chains: chains.map(({ chainId, url: rpcUrl }) => ({
    ...{ caipId: `eip155:${chainId}`, rpcUrl, pollMs: 250 },
    ...{ implementation: devnetAddresses.account, paymaster: devnetAddresses.paymaster },
    ...{ maxFeePerGas: String(50n * gwei), weiPerDay: String(5n * coin) },
  })),
  sponsorships: [
    {
      ...{ projectId, chain: foyerDevnet.caipId },
      paymasterKeyHash: createHash('sha256').update(paymasterKey).digest('hex'),
      contracts: [{ address: devnetAddresses.usdc, selectors: [transfer, approve] }],
      ...{ weiPerUserPerDay: String(coin / 10n), weiPerDay: String(coin) },
    },
  ],
  merchants: [
    {
      ...{ id: 'demo', chain: foyerDevnet.caipId, asset: devnetAddresses.usdc },
      ...{ payTo: [shopAccounts.eip155], leastAmount: '1000', weiPerDay: String(coin) },
      tokenHash: createHash('sha256').update(merchantToken).digest('hex'),
    },
  ],
})

/** Gives the sponsor's paying accounts coins on each chain, unless they have some. @throws while a chain does not answer */
export async function fundSponsor(chains: Chains, sponsorUrl: string): Promise<void> {
  const response = await fetch(`${sponsorUrl}/supported`)
  const { signers } = (await response.json()) as { signers: Record<string, `0x${string}`[]> }
  const accounts = new Set(Object.values(signers).flat())
  for (const chain of chains)
    for (const to of accounts)
      if ((await readBalance(chain.url, to)) < coin)
        await createFaucet(chain).giveEther({ to, amount: 10n * coin })
}

async function readBalance(url: string, address: string): Promise<bigint> {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { result } = (await response.json()) as { result: string }
  return BigInt(result)
}
