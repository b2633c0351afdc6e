import * as v from 'valibot'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { publicSwaps, type SwapSettings } from '../swap/publicSwaps.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'
import { publicTokens } from './publicTokens.ts'
import type { TokenConfig } from './tokenConfig.ts'

/** Schema of an EVM address; refuses a wrong checksum, which means a mistyped address. */
const evmAddress = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: !isOneCase(text) }), 'is not an address'),
  v.transform((text): Address => getAddress(text)),
)

const solanaAddress = v.pipe(v.string(), v.check(isSolanaAddress, 'is not an address'))

const webAddress = (schemes: string) =>
  v.pipe(
    v.string(),
    v.url(),
    v.check(
      (text) => schemes.split(' or ').some((scheme) => text.startsWith(`${scheme}://`)),
      `must be ${schemes}`,
    ),
  )

const symbol = v.pipe(v.string(), v.maxLength(32))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

const tokenFacts = {
  name: v.pipe(v.string(), v.nonEmpty()),
  symbol: v.pipe(symbol, v.nonEmpty()),
  decimals,
  /** Name of the logo in @web3icons/core. @default the logo of its symbol, else a monogram */
  icon: v.optional(v.string()),
}

/** The native coin, or a token by its address. */
const pricedAsset = <address extends v.GenericSchema<string, string>>(address: address) =>
  v.union([v.literal('native'), address])

const pythFeeds = <address extends v.GenericSchema<string, string>>(address: address) =>
  v.optional(
    v.array(
      v.strictObject({
        token: pricedAsset(address),
        id: v.pipe(v.string(), v.regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must have 64 hex digits')),
      }),
    ),
  )

const chainFacts = {
  name: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the logo in @web3icons/core. @default the chain's own, else a monogram */
  icon: v.optional(v.string()),
  /** RPC URLs, in order of preference. */
  rpcUrls: v.pipe(v.array(webAddress('http or https')), v.minLength(1)),
  /** WebSocket RPC URLs, for subscriptions. @default none: no sockets for this chain */
  wsUrls: v.optional(v.pipe(v.array(webAddress('ws or wss')), v.minLength(1))),
  nativeCurrency: v.strictObject({ name: v.string(), symbol, decimals }),
}

const evmChain = v.strictObject({
  /** CAIP-2. */
  caipId: v.pipe(
    v.string(),
    v.regex(/^eip155:[1-9]\d{0,30}$/, 'is not a CAIP-2 id of an EVM chain, such as eip155:1'),
    v.transform((text) => text as `eip155:${string}`),
  ),
  ...chainFacts,
  /** Address of Multicall3. @default its address on nearly every chain */
  multicall3: v.optional(evmAddress, '0xcA11bde05977b3631167028862bE2a173976CA11'),
  /** The tokens whose balances are read (ERC-20). @default those this server knows on this chain */
  tokens: v.optional(v.array(v.strictObject({ address: evmAddress, ...tokenFacts }))),
  /** Uniswap V2 pools whose reserves give prices. */
  pools: v.optional(
    v.strictObject({
      factory: evmAddress,
      /** The ERC-20 that represents the native coin. */
      wrappedNative: evmAddress,
      /** Tokens valued at one US dollar, those with the deepest pools first. */
      dollars: v.pipe(v.array(evmAddress), v.minLength(1)),
    }),
  ),
  /** Chainlink feeds in US dollars, of the coin (`native`) or of tokens. @default none */
  chainlink: v.optional(
    v.array(v.strictObject({ token: pricedAsset(evmAddress), feed: evmAddress })),
  ),
  /** Ids of Pyth feeds in US dollars. @default none */
  pyth: pythFeeds(evmAddress),
  /**
   * Markets of the chain for swaps; `false`: no swaps on this chain.
   * @default the contracts this server knows on this chain
   */
  swaps: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        /** The ERC-20 that represents the native coin. */
        wrappedNative: evmAddress,
        /** Tokens that may stand between the two of a swap, at most 5. @default `wrappedNative` */
        hops: v.optional(v.pipe(v.array(evmAddress), v.maxLength(5))),
        uniswapV2: v.optional(v.strictObject({ factory: evmAddress, router: evmAddress })),
        /** `router` is the SwapRouter, not the SwapRouter02; `quoter` the QuoterV2. */
        uniswapV3: v.optional(
          v.strictObject({ factory: evmAddress, quoter: evmAddress, router: evmAddress }),
        ),
        /** `quoter` is the V4Quoter, `router` the UniversalRouter. */
        uniswapV4: v.optional(
          v.strictObject({ quoter: evmAddress, stateView: evmAddress, router: evmAddress }),
        ),
        /** Tokens to show first. @default none */
        suggested: v.optional(v.array(evmAddress), []),
        /** Tokens to mark as popular. @default none */
        popular: v.optional(v.array(evmAddress), []),
      }),
    ]),
  ),
  /**
   * First block to index, or a hosted service to ask instead. `false` disables both.
   * @default 0; for a chain of more than 100,000 blocks, the newest one
   */
  history: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({ firstBlock: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
      v.strictObject({
        source: v.picklist(['etherscan', 'blockscout', 'alchemy']),
        url: webAddress('http or https'),
        apiKey: v.optional(v.pipe(v.string(), v.minLength(6, 'is too short to be a key'))),
      }),
    ]),
  ),
  /** ENS registry (ERC-137). Names for all chains are looked up on the first chain that has one. */
  ens: v.optional(
    v.strictObject({
      registry: v.optional(evmAddress, '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'),
    }),
  ),
})

const solanaChain = v.strictObject({
  /** CAIP-2: the first 32 characters of the genesis hash. */
  caipId: v.pipe(
    v.string(),
    v.regex(
      /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/,
      'is not a CAIP-2 id of a Solana cluster, such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ),
    v.transform((text) => text as `solana:${string}`),
  ),
  ...chainFacts,
  /** Mints by name; an account's others are listed by their own metadata. @default those this server knows here */
  tokens: v.optional(v.array(v.strictObject({ address: solanaAddress, ...tokenFacts }))),
  /** Ids of Pyth feeds in US dollars. @default none */
  pyth: pythFeeds(solanaAddress),
  /** Mints valued at one US dollar. @default none */
  dollars: v.optional(v.array(solanaAddress)),
  /**
   * Pools of a program with a constant product, by the form of their accounts in devnet's `pool.c`; `false`: no swaps on
   * this chain. @default only aggregators
   */
  swaps: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        program: solanaAddress,
        pools: v.pipe(v.array(solanaAddress), v.minLength(1), v.maxLength(100)),
      }),
    ]),
  ),
  /** A hosted service to ask; `false`: histories of accounts are not read. @default the node is asked, when somebody asks */
  history: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        source: v.literal('helius'),
        url: webAddress('http or https'),
        apiKey: v.optional(v.pipe(v.string(), v.minLength(6, 'is too short to be a key'))),
      }),
    ]),
  ),
})

/** Schema of a chain's configuration; the namespace of its id selects the variant. */
export const chainConfig = v.lazy((input) =>
  String((input as { caipId?: unknown } | null)?.caipId).startsWith('solana:')
    ? solanaChain
    : evmChain,
)
export type EvmChainConfig = v.InferInput<typeof evmChain>
/** A chain's configuration as written by an operator. */
export type ChainConfig = EvmChainConfig | v.InferInput<typeof solanaChain>

export type EvmChain = Omit<v.InferOutput<typeof evmChain>, 'swaps' | 'tokens'> & {
  readonly namespace: 'eip155'
  readonly swaps: SwapSettings | false
  readonly tokens: readonly TokenConfig<Address>[]
}
export type SolanaChain = Omit<v.InferOutput<typeof solanaChain>, 'tokens'> & {
  readonly namespace: 'solana'
  readonly tokens: readonly TokenConfig[]
}
/** A chain's parsed configuration. */
export type Chain = EvmChain | SolanaChain

/** Parses the chains of a configuration, and adds default tokens. */
export const chainConfigs = v.pipe(
  v.array(chainConfig),
  v.check(
    (chains) => new Set(chains.map((chain) => chain.caipId)).size === chains.length,
    'one chain stands there twice',
  ),
  v.transform((chains) =>
    chains.map(
      (chain) =>
        ({
          ...chain,
          namespace: chain.caipId.startsWith('solana:') ? 'solana' : 'eip155',
          tokens: chain.tokens ?? publicTokens(chain.caipId),
          swaps: resolveSwaps(chain),
        }) as Chain,
    ),
  ),
)

function resolveSwaps(
  chain: v.InferOutput<typeof chainConfig>,
): EvmChain['swaps'] | SolanaChain['swaps'] {
  const { swaps } = chain
  if (swaps === undefined)
    return chain.caipId.startsWith('solana:') ? undefined : (publicSwaps(chain.caipId) ?? false)
  if (swaps === false || 'program' in swaps) return swaps
  return { ...swaps, hops: swaps.hops ?? [swaps.wrappedNative] }
}

function isOneCase(text: string): boolean {
  const digits = text.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
}
