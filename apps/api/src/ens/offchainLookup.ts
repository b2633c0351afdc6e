import type { Address, Hex } from 'viem'
import {
  concatHex,
  decodeErrorResult,
  encodeAbiParameters,
  hexToBigInt,
  isAddressEqual,
  parseAbi,
  parseAbiParameters,
  slice,
} from 'viem/utils'
import type { GatewayQuestion } from './askGateways.ts'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
/** The selector of the error with its parameters: nodes put them in different members, and the selector into a message. */
const revertData = /0x556f1830(?:[0-9a-f]{2}){32,}/i
/** Longest lookup that is read, in hex digits. */
const longestLookup = 262_144
/** Most URLs of one lookup. */
const mostUrls = 64
const callback = parseAbiParameters('bytes response, bytes extraData')

/** A question of a contract for servers outside of its chain, and the call that brings the answer back to it. */
export type OffchainLookup = {
  readonly question: GatewayQuestion
  callbackOf(answer: Hex): Hex
}

/**
 * Reads the lookup that a contract reverted with.
 *
 * @param to - The called contract: a lookup of another one, which it called, is refused, as that one does not expect the
 *   answer.
 * @param reverted - JSON text of the node's error.
 * @returns undefined if the contract reverted with anything else, or with more than these limits allow
 * @source https://eips.ethereum.org/EIPS/eip-3668
 */
export function readOffchainLookup(to: Address, reverted: string): OffchainLookup | undefined {
  const data = revertData.exec(reverted)?.[0] as Hex | undefined
  if (data === undefined || data.length > longestLookup) return undefined
  try {
    if (countUrls(data) > mostUrls) return undefined
    const { args } = decodeErrorResult({ abi, data })
    const [sender, urls, callData, selector, extraData] = args
    if (!isAddressEqual(sender, to)) return undefined
    return {
      question: { sender, urls, callData },
      callbackOf: (answer) =>
        concatHex([selector, encodeAbiParameters(callback, [answer, extraData])]),
    }
  } catch {
    // Anybody's contract may revert with anything.
    return undefined
  }
}

/**
 * Reads the number of URLs before they are decoded: thousands can share the same bytes, so that decoding them would fill
 * the memory.
 *
 * @throws when the data end before it
 */
function countUrls(data: Hex): bigint {
  const wordAt = (at: number) => hexToBigInt(slice(data, at, at + 32))
  // The selector has 4 bytes; the second word says where the URLs begin behind it.
  return wordAt(4 + Number(wordAt(4 + 32)))
}
