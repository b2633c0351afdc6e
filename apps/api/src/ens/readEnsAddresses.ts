import { base58 } from '@scure/base'
import { namehash } from 'viem/ens'
import { decodeFunctionResult, encodeFunctionData, hexToBytes, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import { ethereumCoin, solanaCoin } from '../names/verifyOwner.ts'
import { noAddress } from '../rpc/ethCall.ts'
import { decoded } from './decoded.ts'
import type { Ens } from './ens.ts'
import { isNormalName } from './isNormalName.ts'

const abi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
/** Resolvers before ENSIP-9 know only this one. */
const oldAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])

/**
 * Reads the addresses of an ENS name, by coin type: Ethereum's and Solana's.
 *
 * @returns undefined for a name that has none, or that is not normalized and so can look like another
 * @throws {@link HttpError} 502 when the chain or the gateway of the name does not answer
 * @source https://eips.ethereum.org/EIPS/eip-137; https://docs.ens.domains/ensip/9; https://docs.ens.domains/ensip/10
 */
export async function readEnsAddresses(
  ens: Ens,
  chain: EvmChain,
  name: string,
): Promise<Record<string, string> | undefined> {
  if (!name.includes('.') || !isNormalName(name)) return undefined
  const node = namehash(name)
  const [ethereum, solana] = await ens.readRecords(chain, {
    name,
    calls: [
      encodeFunctionData({ abi: oldAbi, args: [node] }),
      encodeFunctionData({ abi, args: [node, 501n] }),
    ],
  })
  const addresses: Record<string, string> = {}
  const owner = decoded(ethereum, (data) => decodeFunctionResult({ abi: oldAbi, data }))
  if (owner !== undefined && owner !== noAddress) addresses[ethereumCoin] = owner
  const key = decoded(solana, (data) => hexToBytes(decodeFunctionResult({ abi, data })))
  if (key?.length === 32) addresses[solanaCoin] = base58.encode(key)
  return Object.keys(addresses).length > 0 ? addresses : undefined
}
