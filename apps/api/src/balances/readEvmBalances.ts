import type { Address, Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData, hexToBigInt, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { TokenConfig } from '../chains/tokenConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, parseHex } from '../rpc/ethCall.ts'
import type { Holdings } from './holdings.ts'

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
])
const tokenAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

/**
 * Reads the native coin and all tokens of an account at one block, in one call.
 *
 * @throws {@link HttpError} 502 when the chain does not answer
 * @source https://www.multicall3.com
 */
export async function readEvmBalances(
  rpc: ChainRpc,
  chain: EvmChain,
  { address, tokens }: { address: Address; tokens: readonly TokenConfig<Address>[] },
): Promise<Holdings> {
  const { multicall3 } = chain
  const balanceOf = encodeFunctionData({ abi: tokenAbi, args: [address] })
  const calls = [
    {
      target: multicall3,
      allowFailure: false,
      callData: encodeFunctionData({
        abi: multicallAbi,
        functionName: 'getEthBalance',
        args: [address],
      }),
    },
    ...tokens.map((token) => ({ target: token.address, allowFailure: true, callData: balanceOf })),
  ]
  const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
  const [together] = await ethCall(rpc, chain, [{ to: multicall3, data }])
  // An empty answer: the chain has no Multicall3 at this address.
  if (together === undefined || together === '0x')
    return readOneByOne(rpc, chain, { address, tokens })
  const [native, ...rest] = decodeFunctionResult({
    abi: multicallAbi,
    functionName: 'aggregate3',
    data: together,
  })
  return {
    native: hexToBigInt(native!.returnData),
    tokens: withAmounts(
      tokens,
      rest.map(({ returnData, success }) => (success ? toAmount(returnData) : undefined)),
    ),
  }
}

async function readOneByOne(
  rpc: ChainRpc,
  chain: EvmChain,
  { address, tokens }: { address: Address; tokens: readonly TokenConfig<Address>[] },
): Promise<Holdings> {
  const data = encodeFunctionData({ abi: tokenAbi, args: [address] })
  const [[native], amounts] = await Promise.all([
    rpc.send(chain, [{ method: 'eth_getBalance', params: JSON.stringify([address, 'latest']) }]),
    ethCall(
      rpc,
      chain,
      tokens.map((token) => ({ to: token.address, data })),
    ),
  ])
  return {
    native: hexToBigInt(parseHex(chain, native)),
    tokens: withAmounts(
      tokens,
      amounts.map((amount) => (amount === undefined ? undefined : toAmount(amount))),
    ),
  }
}

/** Drops tokens without a balance, or with a malformed answer. */
function withAmounts(
  tokens: readonly TokenConfig[],
  amounts: readonly (bigint | undefined)[],
): Holdings['tokens'] {
  return tokens.flatMap((token, index) => {
    const amount = amounts[index]
    return amount === undefined || amount === 0n ? [] : [{ token, amount }]
  })
}

/** Decodes a token's balance; undefined unless the answer is one word, as for an address without a contract. */
function toAmount(data: Hex): bigint | undefined {
  return data.length === 66 ? hexToBigInt(data) : undefined
}
