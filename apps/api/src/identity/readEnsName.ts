import type { Address, Hex } from 'viem'
import { namehash, normalize } from 'viem/ens'
import { decodeFunctionResult, encodeFunctionData, isAddressEqual, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall, noAddress } from '../rpc/ethCall.ts'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** Maximum length of a name; longer ones are ignored. */
const longestName = 255

/**
 * Reads the name that an account claims, if the name points back to the account and is normalized.
 * @throws {@link HttpError} 502 when the chain does not answer
 * @source https://eips.ethereum.org/EIPS/eip-181; https://docs.ens.domains/web/reverse
 */
export async function readEnsName(
  rpc: ChainRpc,
  chain: EvmChain,
  address: Address,
): Promise<string | undefined> {
  const node = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const claimed = await readRecord(rpc, chain, node, (data) =>
    decodeFunctionResult({ abi, functionName: 'name', data }),
  )(encodeFunctionData({ abi, functionName: 'name', args: [node] }))
  if (!claimed || claimed.length > longestName || !isNormal(claimed)) return undefined
  // Any account can claim any name: only the name's own record proves its owner.
  const target = namehash(claimed)
  const owner = await readRecord(rpc, chain, target, (data) =>
    decodeFunctionResult({ abi, functionName: 'addr', data }),
  )(encodeFunctionData({ abi, functionName: 'addr', args: [target] }))
  return owner !== undefined && isAddressEqual(owner, address) ? claimed : undefined
}

/**
 * Reads a text record of a name.
 *
 * @throws {@link HttpError} 502 when the chain does not answer
 * @source https://eips.ethereum.org/EIPS/eip-634
 */
export async function readEnsText(
  rpc: ChainRpc,
  chain: EvmChain,
  { key, name }: { key: string; name: string },
): Promise<string | undefined> {
  const node = namehash(name)
  const text = await readRecord(rpc, chain, node, (data) =>
    decodeFunctionResult({ abi, functionName: 'text', data }),
  )(encodeFunctionData({ abi, functionName: 'text', args: [node, key] }))
  return text || undefined
}

/** Asks the registry for a name's resolver, then the resolver. */
function readRecord<value>(
  rpc: ChainRpc,
  chain: EvmChain,
  node: Hex,
  decode: (data: Hex) => value,
): (data: Hex) => Promise<value | undefined> {
  return async (data) => {
    const registry = chain.ens?.registry
    if (registry === undefined) return undefined
    const question = encodeFunctionData({ abi, functionName: 'resolver', args: [node] })
    const [found] = await ethCall(rpc, chain, [{ to: registry, data: question }])
    const resolver = decoded(found, (data) =>
      decodeFunctionResult({ abi, functionName: 'resolver', data }),
    )
    if (resolver === undefined || resolver === noAddress) return undefined
    const [answer] = await ethCall(rpc, chain, [{ to: resolver, data }])
    return decoded(answer, decode)
  }
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

/** A name that is not normalized can look like another name. @source https://docs.ens.domains/ensip/15 */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
