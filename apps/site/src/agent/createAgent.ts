import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodePacked,
  formatEther,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { SiteConfig } from '../siteConfig.ts'

/** @source https://eips.ethereum.org/EIPS/eip-7710; contracts/FoyerPermissions.sol */
const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'error AllowanceExceeded(address token, uint256 left)',
  'error GrantRevoked(bytes32 grant)',
  'error GrantExpired(uint64 expiry)',
])
/** One call. @source ERC-7579 */
const singleCall = `0x${'0'.repeat(64)}` as const

/** Why a payment was refused. */
export type Refusal = 'over-limit' | 'revoked' | 'expired' | 'failed'

/** Spends from another account within a permission. */
export type Agent = {
  /** Pays from the account that granted the permission. @returns The transaction's hash, or why the network refuses it */
  pay(payment: {
    /** The permission, and the contract by which it is used. */
    context: string
    delegationManager: string
    to: Address
    /** Of the network's coin, in its smallest unit. */
    amount: bigint
  }): Promise<{ hash: Hex } | { refusal: Refusal; details?: string }>
}

/** Makes an agent with a key. It pays for the gas of its transactions. */
export function createAgent(
  account: PrivateKeyAccount,
  network: SiteConfig['networks'][number],
): Agent {
  const id = Number(network.id)
  const chain = defineChain({ ...network, id })
  const transport = http(network.rpcUrls.default.http[0])
  const wallet = createWalletClient({ account, chain, transport })
  const reader = createPublicClient({ chain, transport, pollingInterval: 500 })
  return {
    async pay({ amount, context, delegationManager, to }) {
      const execution = encodePacked(['address', 'uint256', 'bytes'], [to, amount, '0x'])
      try {
        const { request } = await reader.simulateContract({
          ...{ account, abi: managerAbi, functionName: 'redeemDelegations' },
          address: delegationManager as Address,
          args: [[context as Hex], [singleCall], [execution]],
        })
        const hash = await wallet.writeContract(request)
        const { status } = await reader.waitForTransactionReceipt({ hash })
        return status === 'success' ? { hash } : { refusal: 'failed' }
      } catch (error) {
        return { refusal: readRefusal(error), details: (error as Error).message }
      }
    },
  }
}

function readRefusal(error: unknown): Refusal {
  const reverted =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  const name = reverted ? (reverted as ContractFunctionRevertedError).data?.errorName : undefined
  if (name === 'AllowanceExceeded') return 'over-limit'
  if (name === 'GrantRevoked') return 'revoked'
  return name === 'GrantExpired' ? 'expired' : 'failed'
}

/** The text of an amount, in whole coins. */
export const showCoins = (amount: bigint, symbol: string) => `${formatEther(amount)} ${symbol}`
