import type { Network, Rpc, TokenOption } from '@foyer/core'
import { cleanText, FoyerError, formatAccountId, formatUnits } from '@foyer/protocol'
import type { TokenBalance } from '@foyer/protocol/api'
import * as v from 'valibot'
import { askNode, inContext } from './askNode.ts'
import { getBalance } from './getBalance.ts'
import { isAddress } from './isAddress.ts'
import { token2022Program, tokenProgram } from './programs.ts'
import { readAccounts } from './readAccounts.ts'
import { readMetadata } from './tokenExtensions.ts'

const held = v.array(
  v.object({
    account: v.object({
      data: v.object({
        parsed: v.object({
          info: v.object({
            mint: v.string(),
            tokenAmount: v.object({
              amount: v.pipe(
                v.string(),
                v.regex(/^\d{1,20}$/),
                v.transform((text) => BigInt(text)),
              ),
              decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
            }),
          }),
        }),
      }),
    }),
  }),
)

/**
 * Reads the native coin and all tokens of an account, of Token and Token-2022, without prices. Omits zero balances, and
 * tokens without decimals (tickets, images), which are not money. A token without a name is called by its shortened
 * mint.
 *
 * @param parameters.tokens - The site's tokens: their images, and the order of the result.
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
  const [native, plain, newer] = await Promise.all([
    getBalance({ address, rpc }),
    readHeld({ address, program: tokenProgram, rpc }),
    readHeld({ address, program: token2022Program, rpc }),
  ])
  const names = await readNames(rpc, [...newer.keys()])
  const { decimals, name, symbol } = network.nativeCurrency
  const order = [...images.keys()]
  // Then named ones, since anyone can send unnamed tokens to anyone.
  const placeOf = (mint: string) =>
    images.has(mint) ? order.indexOf(mint) : order.length + (names.has(mint) ? 0 : 1)
  const found = [...plain, ...newer].sort(
    ([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1),
  )
  return [
    ...(native > 0n
      ? [{ name, symbol, chainId, quantity: quantityOf({ amount: native, decimals }) }]
      : []),
    ...found.map(([mint, quantity]) => {
      const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
      const image = images.get(mint)
      return {
        name: names.get(mint)?.name ?? short,
        symbol: names.get(mint)?.symbol ?? short,
        chainId,
        address: formatAccountId({ chainId, address: mint }),
        quantity: quantityOf(quantity),
        ...(image !== undefined && { iconUrl: image }),
      }
    }),
  ]
}

export declare namespace getTokenBalances {
  type Parameters = {
    address: string
    network: Network
    rpc: Rpc
    tokens: readonly TokenOption[]
  }
}

type Quantity = { amount: bigint; decimals: number }

/** Balances of an account by mint, which may have several token accounts. */
async function readHeld({
  address,
  program,
  rpc,
}: {
  address: string
  program: string
  rpc: Rpc
}): Promise<Map<string, Quantity>> {
  const accounts = await askNode(rpc, inContext(held), {
    method: 'getTokenAccountsByOwner',
    params: [address, { programId: program }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
  })
  const byMint = new Map<string, Quantity>()
  for (const { account } of accounts) {
    const { mint, tokenAmount } = account.data.parsed.info
    const { amount, decimals } = tokenAmount
    if (amount === 0n || decimals === 0) continue
    byMint.set(mint, { amount: amount + (byMint.get(mint)?.amount ?? 0n), decimals })
  }
  return byMint
}

async function readNames(
  rpc: Rpc,
  mints: readonly string[],
): Promise<Map<string, { name: string; symbol: string }>> {
  const names = new Map<string, { name: string; symbol: string }>()
  for (const [index, account] of (await readAccounts(rpc, mints)).entries()) {
    const said = account && readMetadata(account.bytes)
    const symbol = said && cleanText(said.symbol, 16)
    if (symbol)
      names.set(mints[index] as string, { name: cleanText(said.name, 64) || symbol, symbol })
  }
  return names
}

function addressOf({ address }: TokenOption): string {
  if (isAddress(address)) return address
  throw new FoyerError('address-invalid', { details: `The option tokens names ${address}.` })
}

function quantityOf({ amount, decimals }: Quantity): TokenBalance['quantity'] {
  return { decimals: String(decimals), numeric: formatUnits(amount, decimals) }
}
