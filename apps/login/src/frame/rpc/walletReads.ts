import { decodeGrant } from '@foyer/decode/internal'
import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { permissionTypes } from '@foyer/protocol/permissions'
import type { FrameAccount, ReadyWallet } from '../createFrameAccount.ts'
import { createRpc } from '../createRpc.ts'
import type { FrameNetwork, Networks } from '../networks.ts'
import { createPermissionList } from './createPermissionList.ts'
import { hasPermissions } from './permissionsOn.ts'
import { readAccountCode } from './readAccountCode.ts'
import { readCallsStatus } from './readCallsStatus.ts'
import { hexChainId } from './signingCall.ts'
import { writePermission } from './writePermission.ts'

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

/** Methods answered without a prompt, by name. @source spec 6.1; EIP-1193, EIP-5792, ERC-7811 */
export const walletReads: Readonly<Record<string, WalletRead>> = {
  eth_accounts: async ({ wallet }) => [wallet.addresses.evm],
  eth_chainId: async ({ network }) => hexChainId(network),
  net_version: async ({ network }) => network.id.slice('eip155:'.length),
  /** `ready`: the first batch upgrades the account; `unsupported`: it sends one transaction a call. @source EIP-5792 */
  wallet_getCapabilities: async ({ account, networks, params: [owner, names], signal, wallet }) => {
    const { evm: address } = wallet.addresses
    requireOwnAccount(owner, address)
    const type = await account.accountType()
    const read = async (network: FrameNetwork) => {
      // Sites wait for 3 s: a network that does not answer makes no batch, and does not delay the others.
      const limited = AbortSignal.any([signal, AbortSignal.timeout(codeMs)])
      const rpc = createRpc(account, { chainId: network.id, signal: limited })
      const code = await readAccountCode({ address, network }, rpc).catch(() => 'other' as const)
      const usable = type === 'smartAccount' ? code : 'other'
      return [
        hexChainId(network),
        {
          atomic: { status: atomicStatus[usable] },
          // The operator may pay the gas: which calls, its policy says.
          ...(network.isSponsored && usable !== 'other' && { sponsor: { supported: true } }),
          // A paymaster of the site pays once the account has its code.
          ...(network.hasBundler && usable === 'ours' && { paymasterService: { supported: true } }),
          ...(network.smartAccount && { smartAccount: { upgraded: code === 'ours' } }),
        },
      ]
    }
    return Object.fromEntries(await Promise.all(namedNetworks(networks, names).map(read)))
  },
  wallet_getCallsStatus: ({ account, networks, params: [id], signal }) =>
    readCallsStatus(id, { account, networks, signal }),
  /** Lists what the user granted to this site and has not revoked. @source ERC-7715; T46 */
  wallet_getGrantedExecutionPermissions: async ({ account, signal, wallet }) => {
    const rows = await createPermissionList(account, { signal }).read()
    return rows.flatMap(({ chainId, context, revokedAt }) => {
      const grant = decodeGrant(context)?.grant
      const isOwn = grant?.account.toLowerCase() === wallet.addresses.evm.toLowerCase()
      if (!grant || !isOwn || revokedAt !== null) return []
      const chain = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
      return [writePermission(grant, { chainId: chain, context })]
    })
  },
  /** Types of permissions, with the networks where this account can grant them. @source ERC-7715 */
  wallet_getSupportedExecutionPermissions: async ({ account, networks, signal }) => {
    if ((await account.accountType()) !== 'smartAccount') return {}
    const limited = AbortSignal.any([signal, AbortSignal.timeout(codeMs)])
    const found = await Promise.all(
      namedNetworks(networks, undefined).map(async (network) => {
        const rpc = createRpc(account, { chainId: network.id, signal: limited })
        return (await hasPermissions(network, rpc)) ? [hexChainId(network)] : []
      }),
    )
    const chainIds = found.flat()
    if (chainIds.length === 0) return {}
    const each = { chainIds, ruleTypes: ['expiry'] }
    return Object.fromEntries(permissionTypes.map((type) => [type, each]))
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

/** Time for a network to name an account's code, ms. */
const codeMs = 2_000

const atomicStatus = { none: 'ready', ours: 'supported', other: 'unsupported' } as const

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
