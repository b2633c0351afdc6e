import type { Address, Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { EthCall } from '../rpc/ethCall.ts'

const abi = parseAbi([
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const functionNames = { erc721: 'tokenURI', erc1155: 'uri' } as const

/** The contract's standard; its name in CAIP-19. */
export type NftStandard = keyof typeof functionNames

type Token = { readonly standard: NftStandard; readonly tokenId: bigint }

/** Returns the call that reads the URI of a token's description. */
export const tokenUriCall = (to: Address, { standard, tokenId }: Token): EthCall => ({
  to,
  data: encodeFunctionData({ abi, functionName: functionNames[standard], args: [tokenId] }),
})

/**
 * Decodes the answer, with `{id}` filled in.
 * @returns undefined for a contract that has no URI
 * @source https://eips.ethereum.org/EIPS/eip-1155#metadata
 */
export function decodeTokenUri(
  data: Hex | undefined,
  { standard, tokenId }: Token,
): string | undefined {
  if (data === undefined) return undefined
  try {
    const text = decodeFunctionResult({ abi, functionName: functionNames[standard], data })
    return text.replaceAll('{id}', tokenId.toString(16).padStart(64, '0')).trim() || undefined
  } catch {
    return undefined
  }
}
