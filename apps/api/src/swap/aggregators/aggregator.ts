import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { hexToBigInt } from 'viem/utils'
import { ServiceFailed } from '../../askService.ts'
import type { Chain, EvmChain } from '../../chains/chainConfig.ts'
import { convertError } from '../convertError.ts'
import { tokenOf } from '../evmAsset.ts'
import type { SourceContracts, SwapAsset, SwapRequest, SwapSource } from '../swapSource.ts'

/** An operator's settings of an aggregator. */
export type AggregatorSettings = {
  /** Its server. @default its public address */
  readonly url?: string | undefined
  readonly apiKey?: string | undefined
  /** Its contracts by CAIP-2, in place of those this server knows. */
  readonly contracts?: Readonly<Record<string, SourceContracts>> | undefined
}

/** An amount in an answer. */
export const digits = v.pipe(
  v.string(),
  v.check((text) => /^\d{1,78}$/.test(text), 'is no amount'),
  v.transform((text) => BigInt(text)),
)
/** The same as digits or hex digits. */
export const quantity = v.pipe(
  v.string(),
  v.check((text) => /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text), 'is no amount'),
  v.transform((text) => (text.startsWith('0x') ? hexToBigInt(text as Hex) : BigInt(text))),
)
export const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text) => text as Address),
)
export const bytes = v.pipe(
  v.string(),
  v.regex(/^0x([0-9a-fA-F]{2})*$/),
  v.transform((text) => text as Hex),
)

/** The part of a source that is the same for every aggregator of calls on EVM chains; across them, if it `crosses`. */
export function aggregatorOf({
  contracts,
  ...rest
}: Pick<SwapSource, 'id' | 'name' | 'getOffer' | 'build' | 'crosses' | 'follow'> & {
  contracts: Readonly<Record<string, SourceContracts>>
}): SwapSource {
  const contractsOf = (chain: Chain) =>
    Object.hasOwn(contracts, chain.caipId) ? contracts[chain.caipId] : undefined
  const isOn = (chain: Chain) => chain.namespace === 'eip155' && contractsOf(chain) !== undefined
  return {
    ...rest,
    kind: 'call',
    isOn,
    contractsOf,
    supports: ({ from, to }) =>
      isOn(from.chain) &&
      (from.chain.caipId === to.chain.caipId
        ? // The coin and its own token are exchanged without a market.
          !isSameToken(from, to)
        : rest.crosses !== undefined && isOn(to.chain)),
  }
}

const isSameToken = (from: SwapAsset, to: SwapAsset) =>
  tokenOf(from).toLowerCase() === tokenOf(to).toLowerCase()

/** The number of an EVM chain: `1`. */
export const numberOf = ({ caipId }: Pick<EvmChain, 'caipId'>): string => caipId.slice(7)

/** Runs a call to an aggregator; its "no route" becomes this server's error. */
export async function withRoute<value>(
  work: Promise<value>,
  isMissing: (failure: ServiceFailed) => boolean,
): Promise<value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceFailed && isMissing(error))
      throw convertError('insufficient-liquidity', { cause: error })
    throw error
  }
}

/** One step of a route that an aggregator names by its market only. */
export const oneStep = ({ from, to }: SwapRequest, name: string) => [
  { name, chain: from.chain, tokens: [from.address, to.address] },
]

/** Contracts at one address on all swap chains, except some. */
export const onChains = (
  numbers: readonly number[],
  contract: Address,
  others: Readonly<Record<number, Address>> = {},
): Record<string, SourceContracts> =>
  Object.fromEntries(
    [...numbers.map((number) => [number, contract] as const), ...Object.entries(others)].map(
      ([number, own]) => [`eip155:${number}`, { targets: [own], spenders: [own] }],
    ),
  )
