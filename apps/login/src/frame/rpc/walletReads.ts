import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import type { FrameAccount, ReadyWallet } from '../createFrameAccount.ts'
import { createRpc } from '../createRpc.ts'
import type { FrameNetwork, Networks } from '../networks.ts'
import { decodeCallsId } from './callsId.ts'
import { hexChainId } from './signingCall.ts'
import type { Receipt } from './waitForReceipt.ts'

/** Handles a method that the wallet answers without a prompt. */
export type WalletRead = (call: {
  params: readonly unknown[]
  network: FrameNetwork
  networks: Networks
  wallet: ReadyWallet
  account: FrameAccount
  signal: AbortSignal
}) => Promise<unknown>

type Wish = {
  account?: unknown
  chainFilter?: readonly string[]
  assetFilter?: Readonly<Record<string, readonly { address?: unknown; type?: unknown }[]>>
  assetTypeFilter?: readonly string[]
}

/**
 * Finds the served networks for the hex chain ids that a site names; all EVM networks when it names none.
 * @throws FoyerError `params-invalid`
 */
function namedNetworks(networks: Networks, names: unknown): readonly FrameNetwork[] {
  const evm = networks.all.filter(({ id }) => id.startsWith('eip155:'))
  if (names === undefined) return evm
  if (!Array.isArray(names)) throw new FoyerError('params-invalid', { details: 'chain ids' })
  return evm.filter((network) => names.includes(hexChainId(network)))
}

/** Methods answered without a prompt, by name. @source ledger 6.1; EIP-1193, EIP-5792, ERC-7811 */
export const walletReads: Readonly<Record<string, WalletRead>> = {
  eth_accounts: async ({ wallet }) => [wallet.addresses.evm],
  eth_chainId: async ({ network }) => hexChainId(network),
  net_version: async ({ network }) => network.id.slice('eip155:'.length),
  /** Reports atomic bundles as unsupported: an EOA sends one transaction per call. */
  wallet_getCapabilities: async ({ networks, params: [account, names], wallet }) => {
    requireOwnAccount(account, wallet.addresses.evm)
    const found = namedNetworks(networks, names)
    return Object.fromEntries(
      found.map((network) => [hexChainId(network), { atomic: { status: 'unsupported' } }]),
    )
  },
  wallet_getCallsStatus: async ({ account, networks, params: [id], signal }) => {
    const { chainId, count, hashes } = decodeCallsId(id)
    const network = networks.require(`eip155:${BigInt(chainId)}`)
    const rpc = createRpc(account, { chainId: network.id, signal })
    const asked = hashes.map((hash) => rpc('eth_getTransactionReceipt', [hash]))
    const found = (await Promise.all(asked)) as (Receipt | null)[]
    const receipts = found.filter((receipt) => receipt !== null)
    return {
      version: '2.0.0',
      id,
      chainId,
      atomic: false,
      status: statusOf(receipts, { count, sent: hashes.length }),
      receipts: receipts.map(
        ({ blockHash, blockNumber, gasUsed, logs, status, transactionHash }) => ({
          ...{ blockHash, blockNumber, gasUsed, logs, status, transactionHash },
        }),
      ),
    }
  },
  /** Returns the native coin, and the ERC-20 tokens that the site names: the wallet has no token list. */
  wallet_getAssets: async ({ account, networks, params: [wish], signal, wallet }) => {
    const { account: owner, assetFilter, assetTypeFilter, chainFilter } = (wish ?? {}) as Wish
    requireOwnAccount(owner, wallet.addresses.evm)
    const names = assetFilter ? Object.keys(assetFilter) : chainFilter
    const found = namedNetworks(networks, names)
    const isMeant = (type: string) => assetTypeFilter?.includes(type) ?? true
    const read = async (network: FrameNetwork) => {
      const rpc = createRpc(account, { chainId: network.id, signal })
      const filtered = assetFilter?.[hexChainId(network)]
      const { decimals, name, symbol } = network
      const coins = !filtered || filtered.some(({ type }) => type === 'native')
      const tokens = (filtered ?? []).filter(({ type }) => type === 'erc20')
      const assets: object[] = []
      if (coins && isMeant('native'))
        assets.push({
          address: 'native',
          balance: await rpc('eth_getBalance', [wallet.addresses.evm, 'latest']),
          metadata: { decimals, name, symbol },
          type: 'native',
        })
      for (const { address } of isMeant('erc20') ? tokens.slice(0, 50) : [])
        assets.push({
          address,
          balance: await tokenBalance(rpc, String(address), wallet.addresses.evm),
          type: 'erc20',
        })
      return [hexChainId(network), assets] as const
    }
    return Object.fromEntries(await Promise.all(found.map(read)))
  },
}

/** @source https://eips.ethereum.org/EIPS/eip-5792: 100 pending, 200 done, 500 reverted, 600 partly reverted */
function statusOf(
  receipts: readonly Receipt[],
  { count, sent }: { count: number; sent: number },
): 100 | 200 | 500 | 600 {
  if (receipts.length < sent) return 100
  const worked = receipts.filter(({ status }) => status === '0x1').length
  if (worked === count) return 200
  return worked === 0 ? 500 : 600
}

/** `balanceOf` of ERC-20, as a quantity. @throws FoyerError `params-invalid`, `rpc-failed` */
async function tokenBalance(
  rpc: ReturnType<typeof createRpc>,
  token: string,
  owner: string,
): Promise<string> {
  if (!/^0x[0-9a-f]{40}$/i.test(token))
    throw new FoyerError('params-invalid', { details: `${token} is no address.` })
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`
  const answer = await rpc('eth_call', [{ to: token, data }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}/i.test(answer))
    throw new FoyerError('rpc-failed', { details: `${token} is no token.` })
  return `0x${BigInt(answer.slice(0, 66)).toString(16)}`
}
