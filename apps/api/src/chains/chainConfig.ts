import * as v from 'valibot'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { publicTokens } from './publicTokens.ts'

/** A mistyped checksum is refused: such an address is somebody else's. */
const address = v.pipe(
  v.string(),
  v.check((text) => isAddress(text, { strict: !isOneCase(text) }), 'is not an address'),
  v.transform((text): Address => getAddress(text)),
)

const httpAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must be http or https'))

/** A token whose balance is asked for. @source https://eips.ethereum.org/EIPS/eip-20 */
export const tokenConfig = v.strictObject({
  address,
  name: v.pipe(v.string(), v.nonEmpty()),
  symbol: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  /** Name of the logo in @web3icons/core. @default its symbol's, else a monogram */
  icon: v.optional(v.string()),
})
export type TokenConfig = v.InferOutput<typeof tokenConfig>

/** A chain that the server speaks to: where, and what is on it. */
export const chainConfig = v.strictObject({
  /** CAIP-2. */
  caipId: v.pipe(
    v.string(),
    v.regex(/^eip155:[1-9]\d{0,30}$/, 'is not a CAIP-2 id of an EVM chain, such as eip155:1'),
    v.transform((text) => text as `eip155:${string}`),
  ),
  name: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the logo in @web3icons/core. @default the chain's own, else a monogram */
  icon: v.optional(v.string()),
  /** Asked in this order while they are well. */
  rpcUrls: v.pipe(v.array(httpAddress), v.minLength(1)),
  nativeCurrency: v.strictObject({
    name: v.string(),
    symbol: v.pipe(v.string(), v.maxLength(32)),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  }),
  /** @default its address on nearly every chain */
  multicall3: v.optional(address, '0xcA11bde05977b3631167028862bE2a173976CA11'),
  /** @default the tokens this server knows on this chain */
  tokens: v.optional(v.array(tokenConfig)),
  /** Uniswap V2 pools whose reserves tell prices. */
  pools: v.optional(
    v.strictObject({
      factory: address,
      /** The ERC-20 that stands for the native coin. */
      wrappedNative: address,
      /** Tokens taken as one US dollar, the deepest pools' first. */
      dollars: v.pipe(v.array(address), v.minLength(1)),
    }),
  ),
  /** Where names are registered (ERC-137). Names of all chains are asked on the first chain that has one. */
  ens: v.optional(
    v.strictObject({ registry: v.optional(address, '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e') }),
  ),
})
/** What an operator writes. */
export type ChainConfig = v.InferInput<typeof chainConfig>
/** What the server works with. */
export type Chain = v.InferOutput<typeof chainConfigs>[number]

/** The chains of a configuration, each with its tokens. */
export const chainConfigs = v.pipe(
  v.array(
    v.pipe(
      chainConfig,
      v.transform((chain) => ({ ...chain, tokens: chain.tokens ?? publicTokens(chain.caipId) })),
    ),
  ),
  v.check(
    (chains) => new Set(chains.map((chain) => chain.caipId)).size === chains.length,
    'one chain stands there twice',
  ),
)

function isOneCase(text: string): boolean {
  const digits = text.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
}
