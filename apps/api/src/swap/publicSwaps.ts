import { readOwn } from '@foyer/protocol'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import { publicTokens } from '../chains/publicTokens.ts'

/** Contracts of Uniswap V3. */
export type UniswapV3Settings = {
  readonly factory: Address
  /** QuoterV2. */
  readonly quoter: Address
  /** SwapRouter; the SwapRouter02 has other functions. */
  readonly router: Address
}

/** Contracts of Uniswap V4. */
export type UniswapV4Settings = {
  /** V4Quoter. */
  readonly quoter: Address
  readonly stateView: Address
  /** UniversalRouter. */
  readonly router: Address
}

/** The markets of an EVM chain. */
export type SwapSettings = {
  /** The ERC-20 that represents the native coin. */
  readonly wrappedNative: Address
  /** Tokens that may stand between the two of a swap. */
  readonly hops: readonly Address[]
  readonly uniswapV2?: { readonly factory: Address; readonly router: Address } | undefined
  readonly uniswapV3?: UniswapV3Settings | undefined
  readonly uniswapV4?: UniswapV4Settings | undefined
  /** Shown first. @source spec 9.28 */
  readonly suggested: readonly Address[]
  /** Marked as popular. @source spec 9.28 */
  readonly popular: readonly Address[]
}

type Row = readonly [wrappedNative: string, uniswapV2?: readonly [factory: string, router: string]]

/**
 * The swap chains of spec 9.22, with the native coin's token and the contracts of Uniswap V2.
 * @source https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments; the wrapped coins are each token's
 *   own page on its chain's explorer
 */
const rows: Readonly<Record<string, Row>> = {
  'eip155:1': [
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    ['0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'],
  ],
  'eip155:10': [
    '0x4200000000000000000000000000000000000006',
    ['0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2'],
  ],
  'eip155:56': [
    '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    ['0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'],
  ],
  'eip155:100': ['0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d'],
  'eip155:137': [
    '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    ['0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0xedf6066a2b290C185783862C7F4776A2C8077AD1'],
  ],
  'eip155:250': ['0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83'],
  'eip155:324': ['0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91'],
  'eip155:8217': ['0x19Aac5f612f524B754CA7e7c41cbFa2E981A4432'],
  'eip155:8453': [
    '0x4200000000000000000000000000000000000006',
    ['0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'],
  ],
  'eip155:42161': [
    '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    ['0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'],
  ],
  'eip155:43114': [
    '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    ['0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'],
  ],
  'eip155:1313161554': ['0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB'],
}

/**
 * Uniswap V3 where it has the SwapRouter, with the same addresses on each.
 * @source https://docs.uniswap.org/contracts/v3/reference/deployments
 */
const uniswapV3: UniswapV3Settings = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  router: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
}
const uniswapV3Chains: ReadonlySet<string> = new Set([
  'eip155:1',
  'eip155:10',
  'eip155:137',
  'eip155:42161',
])

type UniswapV4Row = readonly [quoter: string, stateView: string, router: string]

/**
 * Uniswap V4, whose addresses differ by chain.
 * @source https://docs.uniswap.org/contracts/v4/deployments
 */
const uniswapV4Rows: Readonly<Record<string, UniswapV4Row>> = {
  'eip155:1': [
    '0x52f0e24d1c21c8a0cb1e5a5dd6198556bd9e1203',
    '0x7ffe42c4a5deea5b0fec41c94c136cf115597227',
    '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
  ],
  'eip155:10': [
    '0x1f3131a13296fb91c90870043742c3cdbff1a8d7',
    '0xc18a3169788f4f75a170290584eca6395c75ecdb',
    '0x851116d9223fabed8e56c0e6b8ad0c31d98b3507',
  ],
  'eip155:137': [
    '0xb3d5c3dfc3a7aebff71895a7191796bffc2c81b9',
    '0x5ea1bd7974c8a611cbab0bdcafcb1d9cc9b3ba5a',
    '0x1095692a6237d83c6a72f3f5efedb9a670c49223',
  ],
  'eip155:8453': [
    '0x0d5e0f971ed27fbff6c2837bf31316121532048d',
    '0xa3c0c9b65bad0b08107aa264b0f3db444b867a71',
    '0x6ff5693b99212da76ad316178a184ab56d299b43',
  ],
  'eip155:42161': [
    '0x3972c00f7ed4885e145823eb7c655375d275a1c5',
    '0x76fd297e2d437cd7f76d50f01afe6160f86e9990',
    '0xa51afafe0263b40edaef0df8781ea9aa03e381a3',
  ],
}

function uniswapV4Of(caipId: string): UniswapV4Settings | undefined {
  const row = readOwn(uniswapV4Rows, caipId)?.map((address) => getAddress(address))
  if (row === undefined) return undefined
  const [quoter, stateView, router] = row as [Address, Address, Address]
  return { quoter, stateView, router }
}

/** Symbols of the tokens that most pools pair with. */
const hopSymbols: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI'])

/** Returns the default swap settings of a chain; undefined where this server knows none. */
export function publicSwaps(caipId: string): SwapSettings | undefined {
  const row = readOwn(rows, caipId)
  if (row === undefined) return undefined
  const [wrapped, uniswap] = row
  const wrappedNative = getAddress(wrapped)
  const uniswapV4 = uniswapV4Of(caipId)
  const between = publicTokens(caipId).filter(({ symbol }) => hopSymbols.has(symbol))
  return {
    wrappedNative,
    hops: [wrappedNative, ...between.map(({ address }) => getAddress(address))],
    ...(uniswap && {
      uniswapV2: { factory: getAddress(uniswap[0]), router: getAddress(uniswap[1]) },
    }),
    ...(uniswapV3Chains.has(caipId) && { uniswapV3 }),
    ...(uniswapV4 && { uniswapV4 }),
    suggested: [],
    popular: [],
  }
}
