import type { Network, Rpc, TokenOption } from '@foyer/core'
import { FoyerError, formatAccountId, formatUnits } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { checksumAddress, isAddress } from './address.ts'
import { getBalance } from './getBalance.ts'
import { multicall } from './multicall.ts'
import { readNumber, readText } from './tokenAnswers.ts'

/**
 * Reads the native coin and the given ERC-20 tokens of an account, without prices. Omits zero balances, and tokens
 * without decimals (points, tickets), which are not money.
 *
 * @throws FoyerError `address-invalid` when `tokens` has an invalid address; `rpc-failed`, and the errors of `rpc`
 * @source spec 3.11, 7.30
 */
export async function getTokenBalances({
  address,
  network,
  rpc,
  tokens,
}: getTokenBalances.Parameters): Promise<TokenBalance[]> {
  const chainId = network.caipNetworkId
  const images = new Map(tokens.map((token) => [addressOf(token), token.image]))
  const balanceOf = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [checksumAddress(address)],
  })
  const facts = (['decimals', 'symbol', 'name'] as const).map((functionName) =>
    encodeFunctionData({ abi: erc20Abi, functionName }),
  )
  const [native, results] = await Promise.all([
    getBalance({ address, rpc }),
    multicall({
      chainId,
      rpc,
      calls: [...images.keys()].flatMap((to) =>
        [balanceOf, ...facts].map((data) => ({ to, data })),
      ),
    }),
  ])

  const { decimals, name, symbol } = network.nativeCurrency
  const held: TokenBalance[] = []
  if (native > 0n) held.push({ name, symbol, chainId, quantity: quantityOf(native, decimals) })
  for (const [index, [token, image]] of [...images].entries()) {
    const [balance, places, symbolBytes, nameBytes] = results.slice(index * 4)
    const amount = readNumber(balance)
    const decimals = Number(readNumber(places) ?? 0n)
    const symbol = readText(symbolBytes)
    if (!amount || !decimals || decimals > 255 || !symbol) continue
    held.push({
      name: readText(nameBytes) ?? symbol,
      symbol,
      chainId,
      address: formatAccountId({ chainId, address: token }),
      quantity: quantityOf(amount, decimals),
      ...(image !== undefined && { iconUrl: image }),
    })
  }
  return held
}

export declare namespace getTokenBalances {
  type Parameters = {
    address: string
    network: Network
    rpc: Rpc
    tokens: readonly TokenOption[]
  }
}

function addressOf({ address }: TokenOption): Hex {
  if (isAddress(address)) return checksumAddress(address)
  throw new FoyerError('address-invalid', { details: `The option tokens names ${address}.` })
}

function quantityOf(amount: bigint, decimals: number): TokenBalance['quantity'] {
  return { decimals: String(decimals), numeric: formatUnits(amount, decimals) }
}
