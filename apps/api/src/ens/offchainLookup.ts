import type { Address, Hex } from 'viem'
import {
  concatHex,
  decodeErrorResult,
  encodeAbiParameters,
  isAddressEqual,
  parseAbi,
  parseAbiParameters,
} from 'viem/utils'
import type { GatewayQuestion } from './askGateways.ts'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
/** The selector of the error with its parameters: nodes put them in different members, and the selector into a message. */
const revertData = /0x556f1830(?:[0-9a-f]{2}){32,}/i
const callback = parseAbiParameters('bytes response, bytes extraData')

/** What a contract wants to know from outside of its chain, and the call that brings the answer back to it. */
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
 * @returns undefined if the contract reverted with anything else
 * @source https://eips.ethereum.org/EIPS/eip-3668
 */
export function readOffchainLookup(to: Address, reverted: string): OffchainLookup | undefined {
  const data = revertData.exec(reverted)?.[0]
  if (data === undefined) return undefined
  try {
    const { args } = decodeErrorResult({ abi, data: data as Hex })
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
