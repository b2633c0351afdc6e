import { BaseError, type Hex, RpcRequestError } from 'viem'
import type { Chain } from './chain.ts'

/** The node has the transaction, or another one with its nonce. */
const isKnown =
  /already (?:known|imported|exists)|nonce too low|replacement transaction underpriced/i
/** The paying account has no coins, or the node no space. */
const isElsewhere = /insufficient funds|pool is full/i
/** The node is overloaded or broken. @source https://eips.ethereum.org/EIPS/eip-1474#error-codes */
const outages: ReadonlySet<number> = new Set([429, -32002, -32005, -32603])

/**
 * Offers a signed transaction to the node.
 *
 * @returns `known` when the node has it, or another form of it; `refused` when the node answers that it does not take it;
 *   `unreached` for failures that say nothing about the transaction: no answer, no coins in the paying account
 */
export async function sendRaw(
  { client }: Pick<Chain, 'client'>,
  raw: Hex,
): Promise<
  | { readonly status: 'taken' }
  | { readonly status: 'known' | 'refused' | 'unreached'; readonly error: unknown }
> {
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
    return { status: 'taken' }
  } catch (error) {
    const answer = error instanceof BaseError && error.walk((one) => one instanceof RpcRequestError)
    if (!(answer instanceof RpcRequestError)) return { status: 'unreached', error }
    if (isKnown.test(answer.details)) return { status: 'known', error }
    const isOther = outages.has(answer.code) || isElsewhere.test(answer.details)
    return { status: isOther ? 'unreached' : 'refused', error }
  }
}
