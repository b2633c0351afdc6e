import { base58 } from '@scure/base'
import type { Address, Hex } from 'viem'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { decodeFunctionResult, encodeFunctionData, hexToBytes, parseAbi, toHex } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, noAddress } from '../rpc/ethCall.ts'
import { ethereumCoin, solanaCoin } from './verifyOwner.ts'

const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolverAbi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
])
/** Resolvers before ENSIP-9 know only this one. */
const oldAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])

/** Id of `resolve(bytes,bytes)`, which answers for names below the resolver's own. @source https://docs.ens.domains/ensip/10 */
const extendedInterface = '0x9061b923'

const maxNameLength = 255
/** Levels of a name whose resolvers are looked up. */
const maxLevels = 8

/**
 * Reads the addresses of an ENS name, by coin type: Ethereum's and Solana's.
 * @returns undefined for a name that has none, or that is not normalized and so can look like another
 * @throws {@link HttpError} 502 when the chain does not answer
 * @source https://eips.ethereum.org/EIPS/eip-137; https://docs.ens.domains/ensip/9; https://docs.ens.domains/ensip/10
 */
export async function readEnsAddresses(
  rpc: ChainRpc,
  chain: EvmChain,
  name: string,
): Promise<Record<string, string> | undefined> {
  if (!isResolvable(name)) return undefined
  const found = await findResolver(rpc, chain, name)
  if (found === undefined) return undefined
  const node = namehash(name)
  const calls = [
    encodeFunctionData({ abi: oldAbi, args: [node] }),
    encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, 501n] }),
  ] as const
  const [ethereum, solana] = await askResolver(rpc, chain, { ...found, calls, name })
  const addresses: Record<string, string> = {}
  const owner = decoded(ethereum, (data) => decodeFunctionResult({ abi: oldAbi, data }))
  if (owner !== undefined && owner !== noAddress) addresses[ethereumCoin] = owner
  const key = decoded(solana, (data) =>
    hexToBytes(decodeFunctionResult({ abi: resolverAbi, functionName: 'addr', data })),
  )
  if (key?.length === 32) addresses[solanaCoin] = base58.encode(key)
  return Object.keys(addresses).length > 0 ? addresses : undefined
}

function isResolvable(name: string): boolean {
  if (name.length > maxNameLength || !name.includes('.')) return false
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** Finds the resolver of a name, or of the nearest name above it. */
async function findResolver(
  rpc: ChainRpc,
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

/** Asks a resolver, by its own name or as ENSIP-10 says for names below it. */
async function askResolver(
  rpc: ChainRpc,
  chain: EvmChain,
  {
    calls,
    isExact,
    name,
    resolver: to,
  }: { calls: readonly Hex[]; isExact: boolean; name: string; resolver: Address },
): Promise<(Hex | undefined)[]> {
  const question = encodeFunctionData({
    abi: resolverAbi,
    functionName: 'supportsInterface',
    args: [extendedInterface],
  })
  const [support] = await ethCall(rpc, chain, [{ to, data: question }])
  const isExtended = decoded(support, (data) =>
    decodeFunctionResult({ abi: resolverAbi, functionName: 'supportsInterface', data }),
  )
  if (!isExtended) {
    return isExact
      ? ethCall(
          rpc,
          chain,
          calls.map((data) => ({ to, data })),
        )
      : []
  }
  const encodedName = toHex(packetToBytes(name))
  const answers = await ethCall(
    rpc,
    chain,
    calls.map((data) => ({
      to,
      data: encodeFunctionData({
        abi: resolverAbi,
        functionName: 'resolve',
        args: [encodedName, data],
      }),
    })),
  )
  return answers.map((answer) =>
    decoded(answer, (data) =>
      decodeFunctionResult({ abi: resolverAbi, functionName: 'resolve', data }),
    ),
  )
}

/** Decodes an answer; undefined when it is malformed, since a contract may return anything. */
function decoded<value>(data: Hex | undefined, decode: (data: Hex) => value): value | undefined {
  if (data === undefined || data === '0x') return undefined
  try {
    return decode(data)
  } catch {
    return undefined
  }
}
