import { type ChainId, cleanText, FoyerError, namespaceOf } from '@foyer/protocol'
import { getConvertTokens, type SwapToken } from '@foyer/protocol/api'
import { cached } from '../cache/cached.ts'
import type { Foyer } from '../foyer.ts'
import { callApi } from '../http/callApi.ts'
import type { Network } from '../network/network.ts'
import { readActiveChainId } from '../network/readNetwork.ts'

/** Lists of tokens change rarely, ms. */
const tokensTtlMs = 300_000

/**
 * Lists the tokens of a network that can be swapped, or looks up a single one by its address. Cached for 5 min.
 *
 * @returns The network's own coin first, then the operator's order. A token that was looked up may be unlisted
 *   (`isListed` is false): anyone can create a token of any name, so warn the user.
 * @throws FoyerError `network-undefined`, `chain-unsupported` (no swaps on this network), `http-failed`,
 *   `request-timed-out`, `request-aborted`
 * @example const tokens = await getSwapTokens(foyer, { chainId: 'eip155:1' })
 *
 * @source spec 7.35, 9.28
 */
export async function getSwapTokens(
  foyer: Foyer,
  parameters: getSwapTokens.Parameters = {},
): Promise<readonly SwapToken[]> {
  return (await loadSwapTokens(foyer, parameters)).tokens
}

/**
 * Lists the other networks of the site where the tokens of a swap can arrive. Cached with the tokens.
 *
 * @returns None where no source of the api swaps across networks.
 * @throws FoyerError as {@link getSwapTokens}
 * @source spec 7.35
 */
export async function getSwapDestinations(
  foyer: Foyer,
  parameters: Omit<getSwapTokens.Parameters, 'address'> = {},
): Promise<readonly Network[]> {
  const { destinations } = await loadSwapTokens(foyer, parameters)
  return foyer.store
    .get()
    .networks.filter(({ caipNetworkId }) => destinations.includes(caipNetworkId))
}

/** The tokens of a network's swaps, and the networks that they can go to. */
type SwapTokens = {
  readonly tokens: readonly SwapToken[]
  /** Where tokens can arrive: networks on which the account has the same address. */
  readonly destinations: readonly string[]
}

async function loadSwapTokens(
  foyer: Foyer,
  parameters: getSwapTokens.Parameters,
): Promise<SwapTokens> {
  const { address, chainId = readActiveChainId(foyer), signal } = parameters
  if (!chainId) throw new FoyerError('network-undefined')
  try {
    return await cached(foyer, {
      key: `swap-tokens:${chainId}:${address ?? ''}`,
      ttlMs: tokensTtlMs,
      signal,
      async load() {
        const query = { chainId, ...(address !== undefined && { address }) }
        const { crossesTo = [], tokens } = await callApi(foyer, getConvertTokens, { query })
        return {
          destinations: crossesTo.filter(
            (id) => id !== chainId && id.startsWith(`${namespaceOf(chainId)}:`),
          ),
          // Ids of other networks would be signed on the wrong one.
          tokens: tokens
            .filter((token) => token.address.startsWith(`${chainId}:`))
            .map((token) => ({
              ...token,
              name: cleanText(token.name, 64),
              symbol: cleanText(token.symbol, 24),
            })),
        }
      },
    })
  } catch (error) {
    const { code } = Object((error as FoyerError).cause) as { readonly code?: unknown }
    if (code === 'chain-unsupported') throw new FoyerError(code, { details: chainId, cause: error })
    throw error
  }
}

export declare namespace getSwapTokens {
  type Parameters = {
    /** Looks up this one token. @default all that are listed */
    address?: string | undefined
    /** @default the active network */
    chainId?: ChainId | undefined
    signal?: AbortSignal | undefined
  }
}
