import { formatAccountId } from '@foyer/protocol'
import type { SwapCall, SwapPermit, SwapPermit2 } from '@foyer/protocol/api'
import { type Address, type Hex, maxUint256 } from 'viem'
import { encodeFunctionData, hexToBigInt, isAddressEqual, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { GasPrices } from '../gas/gasPrices.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, parseHex } from '../rpc/ethCall.ts'
import { convertError } from './convertError.ts'
import { approveByPermit2, readPermit2 } from './permit2.ts'
import type { Permits } from './permits.ts'
import { deadlineAt, type SwapAsset, type SwapSource } from './swapSource.ts'

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

type Allowance = {
  readonly token: SwapAsset
  readonly user: Address
  /** @default the contract of the chain's first source */
  readonly spender: Address | undefined
}

type BuiltApproval = {
  tx: SwapCall
  resetTx?: SwapCall
  permit?: SwapPermit
  permit2?: SwapPermit2
  spender: Address
  amount: string
  /** The same transactions in their order, without gas. */
  calls: readonly { readonly to: Address; readonly data: Hex }[]
}

export type Approvals = {
  /** @returns the allowance in smallest units; the largest possible amount for the native coin */
  getAllowance(input: Allowance): Promise<bigint>
  /** Builds the calls that allow exactly `amount`, and what can be signed instead. @throws HttpError 400 `spender-refused`, 422 `swap-reverts` */
  build(input: Allowance & { amount: bigint }): Promise<BuiltApproval>
}

/** Reads and builds allowances for the contracts of the swap sources, and for no other one. */
export function createApprovals({
  gasPrices,
  now,
  permits,
  rpc,
  sources,
}: {
  gasPrices: GasPrices
  now: () => number
  permits: Permits
  rpc: ChainRpc
  sources: readonly SwapSource[]
}): Approvals {
  const requireSpender = (chain: EvmChain, spender: Address | undefined): Address => {
    const known = sources.flatMap((source) => source.contractsOf(chain)?.spenders ?? [])
    const found = known.find((one) => spender === undefined || isAddressEqual(one, spender))
    if (found === undefined) throw convertError('spender-refused', { field: 'spender' })
    return found
  }
  const readAllowance = async ({ token, user }: Allowance, spender: Address): Promise<bigint> => {
    const chain = token.chain as EvmChain
    const data = encodeFunctionData({ abi, functionName: 'allowance', args: [user, spender] })
    const [answer] = await ethCall(rpc, chain, [{ to: token.address as Address, data }])
    if (answer?.length !== 66) throw convertError('token-unknown', { field: 'tokenAddress' })
    return hexToBigInt(answer)
  }
  /** @returns undefined if the call would revert */
  const estimateGas = async (chain: EvmChain, call: { from: Address; to: Address; data: Hex }) => {
    const [answer] = await rpc.send(chain, [
      { method: 'eth_estimateGas', params: JSON.stringify([call]) },
    ])
    return answer && 'error' in answer ? undefined : hexToBigInt(parseHex(chain, answer))
  }
  const offerPermit2 = async (input: Allowance, spender: Address): Promise<SwapPermit2> => {
    const { isKey, nonce } = await readPermit2(rpc, { ...input, spender })
    return {
      ...{ spender, deadline: String(deadlineAt(now())) },
      ...(isKey && { nonce: String(nonce) }),
    }
  }
  return {
    async getAllowance(input) {
      if (input.token.isNative) return maxUint256
      const spender = requireSpender(input.token.chain as EvmChain, input.spender)
      return readAllowance(input, spender)
    },
    async build(input) {
      const { amount, token, user } = input
      const chain = token.chain as EvmChain
      const spender = requireSpender(chain, input.spender)
      const dataFor = (allowed: bigint) =>
        encodeFunctionData({ abi, functionName: 'approve', args: [spender, allowed] })
      const to = token.address as Address
      const taker = sources.find(
        (source) =>
          source.takesPermit !== undefined &&
          source.contractsOf(chain)?.spenders.some((one) => isAddressEqual(one, spender)),
      )
      const [price, current, gas, permit, permit2] = await Promise.all([
        gasPrices.get(chain),
        readAllowance(input, spender),
        estimateGas(chain, { from: user, to, data: dataFor(amount) }),
        taker?.takesPermit === 'token' ? permits.get(input) : undefined,
        taker?.takesPermit === 'permit2'
          ? offerPermit2(input, taker.contractsOf(chain)!.targets[0]!)
          : undefined,
      ])
      const call = (data: Hex, used: bigint | undefined): SwapCall => ({
        from: formatAccountId({ chainId: chain.caipId, address: user }),
        to: formatAccountId({ chainId: chain.caipId, address: to }),
        data,
        value: '0',
        eip155: {
          ...(used === undefined ? {} : { gas: String((used * 5n) / 4n) }),
          gasPrice: String(price.fast),
        },
      })
      const approve = { to, data: dataFor(amount) }
      const byPermit2 = permit2
        ? [
            approveByPermit2({
              ...{ amount, deadline: BigInt(permit2.deadline), token: to },
              spender: permit2.spender as Address,
            }),
          ]
        : []
      const built = {
        ...{ spender, amount: String(amount), tx: call(approve.data, gas) },
        calls: [approve, ...byPermit2],
        ...(permit && { permit }),
        ...(permit2 && { permit2 }),
      }
      if (gas !== undefined) return built
      // Tokens such as USDT refuse to change an allowance that is not 0.
      const data = dataFor(0n)
      const resetGas =
        current === 0n ? undefined : await estimateGas(chain, { from: user, to, data })
      if (resetGas === undefined) throw convertError('swap-reverts')
      return { ...built, resetTx: call(data, resetGas), calls: [{ to, data }, ...built.calls] }
    },
  }
}
