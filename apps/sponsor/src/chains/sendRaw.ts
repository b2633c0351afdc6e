import { BaseError, type Hex, RpcRequestError } from 'viem'
import type { Chain } from './chain.ts'

/** The node has the transaction, or another one with its nonce. */
const isKnown =
  /already (?:known|imported|exists)|nonce too low|replacement transaction underpriced/i
/** The paying account has no coins, the node no space, or the node waits for an earlier transaction. */
const isElsewhere =
  /insufficient funds|pool is full|nonce too (?:high|far|distant)|nonce gap|gapped|too far|in the future/i
/**
 * Answers about the transaction itself: of most nodes, "transaction rejected", and Nethermind's own. Any other one may be an outage.
 * @source https://eips.ethereum.org/EIPS/eip-1474#error-codes
 */
const refusals: ReadonlySet<number> = new Set([-32000, -32003, -32010])

/**
 * Offers a signed transaction to the node.
 *
 * @returns `known` when the node has it, or another form of it; `refused` when the node answers that it does not take it;
 *   `unreached` for failures that say nothing about the transaction: no answer, no coins in the paying account, an earlier nonce that is missing
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
    const isRefused = refusals.has(answer.code) && !isElsewhere.test(answer.details)
    return { status: isRefused ? 'refused' : 'unreached', error }
  }
}
