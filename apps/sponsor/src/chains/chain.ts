import { type Address, createPublicClient, http, type LocalAccount, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainPolicy } from '../policy/policy.ts'

/** A chain of the policy, with the operator's accounts that pay on it. */
export type Chain = Omit<ChainPolicy, 'rpcUrl'> & {
  /** EIP-155 number. */
  readonly number: number
  readonly client: PublicClient
  readonly accounts: ReadonlyMap<Address, LocalAccount<'privateKey'>>
  /** Signs for the paymaster. */
  readonly paymasterSigner: LocalAccount<'privateKey'> | undefined
  /** Current fees of one unit of gas, in wei; read at most every second. */
  fees(): Promise<Market>
}

/** @see https://eips.ethereum.org/EIPS/eip-1559 */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
/** Fees to offer now, and the part of them that every sender pays in the newest block. */
export type Market = Fees & { readonly baseFeePerGas: bigint }

const feesMs = 1000

/** Opens the chains of a policy. @param keys - private keys of the accounts that pay, the same on each chain */
export function createChains(
  chains: readonly ChainPolicy[],
  keys: readonly `0x${string}`[],
  now: () => number,
  paymasterKey?: `0x${string}` | undefined,
): ReadonlyMap<string, Chain> {
  const paymasterSigner = paymasterKey && privateKeyToAccount(paymasterKey)
  const accounts = new Map(
    keys.map((key) => {
      const account = privateKeyToAccount(key)
      return [account.address, account as LocalAccount<'privateKey'>] as const
    }),
  )
  return new Map(
    chains.map(({ rpcUrl, ...chain }) => {
      const client = createPublicClient({
        // Requests of the same moment are one HTTP call.
        transport: http(rpcUrl, { batch: { batchSize: 100 }, retryCount: 1, timeout: 10_000 }),
      })
      let known: { readonly fees: Promise<Market>; readonly until: number } | undefined
      const fees = () => {
        if (known && known.until > now()) return known.fees
        known = { fees: readFees(client), until: now() + feesMs }
        known.fees.catch(() => {
          known = undefined
        })
        return known.fees
      }
      return [
        chain.caipId,
        {
          ...chain,
          number: Number(chain.caipId.slice(7)),
          client,
          accounts,
          fees,
          paymasterSigner,
        },
      ]
    }),
  )
}

/** Twice the base fee stays enough for six full blocks. */
async function readFees(client: PublicClient): Promise<Market> {
  const [block, maxPriorityFeePerGas] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.estimateMaxPriorityFeePerGas(),
  ])
  const baseFeePerGas = block.baseFeePerGas ?? (await client.getGasPrice())
  const maxFeePerGas = baseFeePerGas * 2n + maxPriorityFeePerGas
  return { baseFeePerGas, maxPriorityFeePerGas, maxFeePerGas }
}
