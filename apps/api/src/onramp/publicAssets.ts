import { readOwn } from '@foyer/protocol'
import type { OnrampOffer } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { publicTokens } from '../chains/publicTokens.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Public networks on which sellers deliver: name, and their own coin. */
const networks: Readonly<Record<string, readonly [name: string, coin: string, coinName: string]>> =
  {
    'eip155:1': ['Ethereum', 'ETH', 'Ether'],
    'eip155:10': ['OP Mainnet', 'ETH', 'Ether'],
    'eip155:137': ['Polygon', 'POL', 'POL'],
    'eip155:8453': ['Base', 'ETH', 'Ether'],
    'eip155:42161': ['Arbitrum One', 'ETH', 'Ether'],
    [solana]: ['Solana', 'SOL', 'Solana'],
  }

/** A seller's own codes of the coins of a network, by our ticker. */
export type SellerCodes = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Returns the seller's own name of a coin, that of the network's own coin if none is chosen.
 * @throws {@link HttpError} 400 if it does not sell it there
 */
export function requireCode(
  codes: SellerCodes,
  { network, purchaseCurrency }: { network: string; purchaseCurrency: string | undefined },
): { code: string; coin: string } {
  const coin = purchaseCurrency ?? readOwn(networks, network)?.[1] ?? ''
  const code = codeOf(codes, { network, purchaseCurrency: coin })
  if (code !== undefined) return { code, coin }
  throw new HttpError(400, 'params-invalid', 'The provider does not sell this', {
    field: 'purchaseCurrency',
  })
}

/** The seller's own name of a coin. @returns undefined if it does not sell it there */
const codeOf = (
  codes: SellerCodes,
  { network, purchaseCurrency }: { network: string; purchaseCurrency: string },
): string | undefined => readOwn(readOwn(codes, network) ?? {}, purchaseCurrency)

/** Describes what a seller with these codes sells. It tells no limits: they depend on the user and the method. */
export function describeOffer(
  codes: SellerCodes,
  currencies: readonly string[],
): Pick<OnrampOffer, 'paymentCurrencies' | 'purchaseCurrencies'> {
  const ids = new Set(Object.values(codes).flatMap((coins) => Object.keys(coins)))
  return {
    paymentCurrencies: currencies.map((id) => ({ id, limits: [] })),
    purchaseCurrencies: [...ids].map((id) => ({
      id,
      name: nameOf(id, codes),
      symbol: id,
      networks: Object.keys(codes)
        .filter((chainId) => codeOf(codes, { network: chainId, purchaseCurrency: id }))
        .map((chainId) => ({
          name: chainId,
          displayName: readOwn(networks, chainId)?.[0] ?? chainId,
          chainId,
          contractAddress: contractOf(chainId, id),
        })),
    })),
  }
}

function nameOf(id: string, codes: SellerCodes): string {
  const own = Object.values(networks).find(([, coin]) => coin === id)
  if (own) return own[2]
  const tokens = Object.keys(codes).flatMap((chainId) => publicTokens(chainId))
  return tokens.find(({ symbol }) => symbol === id)?.name ?? id
}

/** Empty for the network's own coin, and for a token that this server does not know there. */
function contractOf(chainId: string, id: string): string {
  if (readOwn(networks, chainId)?.[1] === id) return ''
  return publicTokens(chainId).find(({ symbol }) => symbol === id)?.address ?? ''
}

/** The coins that every seller has: the networks' own coins and USDC, with one name for a network. */
export const coinsByNetwork = (names: Readonly<Record<string, string>>): SellerCodes =>
  Object.fromEntries(
    Object.entries(names).map(([chainId, name]) => [
      chainId,
      { [readOwn(networks, chainId)?.[1] ?? '']: name, USDC: name },
    ]),
  )
export const solanaMainnet = solana
