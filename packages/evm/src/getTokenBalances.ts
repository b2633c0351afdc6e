import type { Network, Rpc, TokenOption } from '@foyer/core'
import { FoyerError, formatAccountId, type TokenBalance } from '@foyer/protocol'
import { decodeNumber, decodeText, type Hex } from './abi.ts'
import { checksumAddress, isAddress } from './address.ts'
import { cleanText } from './cleanText.ts'
import { decimalText } from './decimalText.ts'
import { getBalance } from './getBalance.ts'
import { multicall } from './multicall.ts'

/** The first four bytes of each function's hash. @source https://eips.ethereum.org/EIPS/eip-20 */
const selectors = {
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
  name: '0x06fdde03',
} as const

/**
 * Reads the native coin and the given ERC-20 tokens of an account, without prices. What the account has none of is
 * left out, and so is what can not be divided (points, tickets): it is no money.
 *
 * @throws FoyerError `address-invalid` when `tokens` names one that is no address; `rpc-failed` and what `rpc` throws
 * @source ledger 3.11, 7.30
 */
export async function getTokenBalances({
  address,
  network,
  rpc,
  tokens,
}: getTokenBalances.Parameters): Promise<TokenBalance[]> {
  const chainId = network.caipNetworkId
  const images = new Map(tokens.map((token) => [addressOf(token), token.image]))
  const owner = address.slice(2).toLowerCase().padStart(64, '0')
  const [native, results] = await Promise.all([
    getBalance({ address, rpc }),
    multicall({
      chainId,
      rpc,
      calls: [...images.keys()].flatMap((to) => [
        { to, data: `${selectors.balanceOf}${owner}` as const },
        { to, data: selectors.decimals },
        { to, data: selectors.symbol },
        { to, data: selectors.name },
      ]),
    }),
  ])

  const { decimals, name, symbol } = network.nativeCurrency
  const held: TokenBalance[] = []
  if (native > 0n) held.push({ name, symbol, chainId, quantity: quantityOf(native, decimals) })
  for (const [index, [token, image]] of [...images].entries()) {
    const [balance, places, symbolBytes, nameBytes] = results.slice(index * 4)
    const amount = decodeNumber(balance)
    const decimals = Number(decodeNumber(places) ?? 0n)
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
  return { decimals: String(decimals), numeric: decimalText(amount, decimals) }
}

function readText(answer: Hex | undefined): string | undefined {
  return cleanText(decodeText(answer) ?? '', 64) || undefined
}
