import type { Address } from 'viem'
import { namehash } from 'viem/ens'
import { decodeFunctionResult, encodeFunctionData, isAddressEqual, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import { decoded } from './decoded.ts'
import type { Ens } from './ens.ts'
import { isNormalName } from './isNormalName.ts'

const abi = parseAbi([
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

/**
 * Reads the name that an account claims, if the name points back to the account and is normalized.
 *
 * @throws {@link HttpError} 502 when the chain or a gateway does not answer
 * @source https://eips.ethereum.org/EIPS/eip-181; https://docs.ens.domains/web/reverse
 */
export async function readEnsName(
  ens: Ens,
  chain: EvmChain,
  address: Address,
): Promise<string | undefined> {
  const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`
  const [named] = await ens.readRecords(chain, {
    name: reverse,
    calls: [encodeFunctionData({ abi, functionName: 'name', args: [namehash(reverse)] })],
  })
  const claimed = decoded(named, (data) =>
    decodeFunctionResult({ abi, functionName: 'name', data }),
  )
  if (!claimed || !isNormalName(claimed)) return undefined
  // Any account can claim any name: only the name's own record proves its owner.
  const [owned] = await ens.readRecords(chain, {
    name: claimed,
    calls: [encodeFunctionData({ abi, functionName: 'addr', args: [namehash(claimed)] })],
  })
  const owner = decoded(owned, (data) => decodeFunctionResult({ abi, functionName: 'addr', data }))
  return owner !== undefined && isAddressEqual(owner, address) ? claimed : undefined
}

/**
 * Reads a text record of a name.
 *
 * @throws {@link HttpError} 502 when the chain or the gateway of the name does not answer
 * @source https://eips.ethereum.org/EIPS/eip-634
 */
export async function readEnsText(
  ens: Ens,
  chain: EvmChain,
  { key, name }: { key: string; name: string },
): Promise<string | undefined> {
  const [record] = await ens.readRecords(chain, {
    name,
    calls: [encodeFunctionData({ abi, functionName: 'text', args: [namehash(name), key] })],
  })
  const text = decoded(record, (data) => decodeFunctionResult({ abi, functionName: 'text', data }))
  return text || undefined
}
