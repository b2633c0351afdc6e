import type { NetworkRule } from '@foyer/server'
import { HttpError } from '@foyer/server'
import type { Address, Hex } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { decodeFunctionResult, encodeFunctionData, parseAbi, toHex } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { Limits } from '../limits.ts'
import { createQueue, QueueFull } from '../nfts/createQueue.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { type CallOutcome, type EthCall, ethCall, noAddress, tryCalls } from '../rpc/ethCall.ts'
import { askGateways } from './askGateways.ts'
import { decoded } from './decoded.ts'
import { readOffchainLookup } from './offchainLookup.ts'

/** Reads records of names: from the resolver that the registry names, and from gateways where the resolver says so. */
export type Ens = {
  /**
   * Reads records of one name.
   *
   * @param parameters.calls - Calls of the resolver's functions, encoded.
   * @returns The result of each; undefined for one that the resolver does not have. All of them without a resolver.
   * @throws {@link HttpError} 502 when the chain or the gateway of the name does not answer
   */
  readRecords(
    chain: EvmChain,
    parameters: { name: string; calls: readonly Hex[] },
  ): Promise<(Hex | undefined)[]>
}

const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolverAbi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
])
/** Id of `resolve(bytes,bytes)`, which answers for names below the resolver's own. @source https://docs.ens.domains/ensip/10 */
const extendedInterface = '0x9061b923'
/** Levels of a name whose resolvers are looked up. */
const maxLevels = 8
/** Lookups that one record may take: an answer may lead to another question. */
const maxLookups = 4
/** Requests to gateways that wait for a place. */
const longestQueue = 200

/** @param parameters.rule - Decides which gateways may be asked: their URLs are anybody's. */
export function createEns({
  limits,
  rpc,
  rule,
}: {
  limits: Pick<Limits, 'gatewayReadMs' | 'gatewayReadsAtOnce'>
  rpc: ChainRpc
  rule: NetworkRule
}): Ens {
  const queue = createQueue({ atOnce: limits.gatewayReadsAtOnce, longest: longestQueue })

  /** Finds the resolver of a name, or of the nearest name above it. */
  async function findResolver(
    chain: EvmChain,
    name: string,
  ): Promise<{ resolver: Address; isExact: boolean } | undefined> {
    const registry = chain.ens?.registry
    if (registry === undefined) return undefined
    const labels = name.split('.')
    const levels = labels.slice(0, maxLevels).map((_, index) => labels.slice(index).join('.'))
    const answers = await ethCall(
      rpc,
      chain,
      levels.map((level) => ({
        to: registry,
        data: encodeFunctionData({ abi: registryAbi, args: [namehash(level)] }),
      })),
    )
    const resolvers = answers.map((answer) =>
      decoded(answer, (data) => decodeFunctionResult({ abi: registryAbi, data })),
    )
    const index = resolvers.findIndex((one) => one !== undefined && one !== noAddress)
    const resolver = resolvers[index]
    return resolver && { resolver, isExact: index === 0 }
  }

  async function isExtended(chain: EvmChain, to: Address): Promise<boolean> {
    const question = encodeFunctionData({
      abi: resolverAbi,
      functionName: 'supportsInterface',
      args: [extendedInterface],
    })
    const [support] = await ethCall(rpc, chain, [{ to, data: question }])
    return (
      decoded(support, (data) =>
        decodeFunctionResult({ abi: resolverAbi, functionName: 'supportsInterface', data }),
      ) === true
    )
  }

  /** Reads contracts, which may send the caller to gateways. */
  async function callThrough(
    chain: EvmChain,
    calls: readonly EthCall[],
  ): Promise<(Hex | undefined)[]> {
    const outcomes = await tryCalls(rpc, chain, calls)
    return Promise.all(
      outcomes.map(async (outcome, index) => {
        if ('data' in outcome) return outcome.data
        const { to } = calls[index]!
        if (!readOffchainLookup(to, outcome.reverted)) return undefined
        return lookUp(chain, { outcome, to }).catch(refuseFull)
      }),
    )
  }

  async function lookUp(
    chain: EvmChain,
    { outcome: first, to }: { outcome: CallOutcome; to: Address },
  ): Promise<Hex | undefined> {
    const record = { leftMs: limits.gatewayReadMs }
    let outcome: CallOutcome | undefined = first
    for (let count = 0; count < maxLookups && outcome !== undefined; count++) {
      if ('data' in outcome) return outcome.data
      const lookup = readOffchainLookup(to, outcome.reverted)
      if (!lookup) return undefined
      const answer = await askGateways(lookup.question, { queue, record, rule })
      if (answer === undefined)
        return undefined
        // The contract verifies the answer: only what it returns counts.
      ;[outcome] = await tryCalls(rpc, chain, [{ to, data: lookup.callbackOf(answer) }])
    }
    return outcome && 'data' in outcome ? outcome.data : undefined
  }

  return {
    async readRecords(chain, { calls, name }) {
      const none = calls.map(() => undefined)
      const found = await findResolver(chain, name)
      if (found === undefined) return none
      const { isExact, resolver: to } = found
      if (!(await isExtended(chain, to)))
        return isExact
          ? callThrough(
              chain,
              calls.map((data) => ({ to, data })),
            )
          : none
      const encodedName = toHex(packetToBytes(name))
      const answers = await callThrough(
        chain,
        calls.map((call) => ({
          to,
          data: encodeFunctionData({
            abi: resolverAbi,
            functionName: 'resolve',
            args: [encodedName, call],
          }),
        })),
      )
      return answers.map((answer) =>
        decoded(answer, (data) =>
          decodeFunctionResult({ abi: resolverAbi, functionName: 'resolve', data }),
        ),
      )
    },
  }
}

function refuseFull(error: unknown): never {
  if (error instanceof QueueFull)
    throw new HttpError(503, 'http-failed', 'Too many names are being looked up', { cause: error })
  throw error
}
