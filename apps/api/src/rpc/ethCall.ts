import { HttpError } from '@foyer/server'
import type { Address, Hex } from 'viem'
import type { Chain } from '../chains/chainConfig.ts'
import type { ChainRpc } from './chainRpc.ts'
import { type RawAnswer, readValue } from './rawCall.ts'

/** The value that contracts return for "none". */
export const noAddress: Address = `0x${'0'.repeat(40)}`

/** A read of a contract. */
export type EthCall = { readonly to: Address; readonly data: Hex }

/** The answer of a contract; `reverted`: the error, as the node's JSON text. */
export type CallOutcome = { readonly data: Hex } | { readonly reverted: string }

/**
 * Reads contracts at the latest block, in one request.
 *
 * @returns The outcome of each; `0x` for an address without a contract.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function tryCalls(
  rpc: ChainRpc,
  chain: Chain,
  calls: readonly EthCall[],
): Promise<CallOutcome[]> {
  const answers = await rpc.send(
    chain,
    calls.map(({ data, to }) => ({
      method: 'eth_call',
      params: JSON.stringify([{ to, data }, 'latest']),
    })),
  )
  return answers.map((answer) =>
    'error' in answer && isRevert(answer.error)
      ? { reverted: answer.error }
      : { data: parseHex(chain, answer) },
  )
}

/**
 * Reads contracts at the latest block, in one request.
 *
 * @returns The result of each; undefined for one that reverted, `0x` for an address without a contract.
 * @throws {@link HttpError} 502 when the chain does not answer
 */
export async function ethCall(
  rpc: ChainRpc,
  chain: Chain,
  calls: readonly EthCall[],
): Promise<(Hex | undefined)[]> {
  const outcomes = await tryCalls(rpc, chain, calls)
  return outcomes.map((outcome) => ('data' in outcome ? outcome.data : undefined))
}

/** Decodes one answer. @throws {@link HttpError} 502 for a malformed one */
export function parseHex({ caipId }: Pick<Chain, 'caipId'>, answer: RawAnswer | undefined): Hex {
  const value = readValue(answer)
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) {
    throw new HttpError(502, 'rpc-failed', `${caipId} gave no usable answer`, {
      cause: answer,
    })
  }
  return value as Hex
}

/**
 * A revert is an answer; any other error means that the chain gave none. @source
 * https://eips.ethereum.org/EIPS/eip-1474
 */
function isRevert(error: string): boolean {
  const { code, message } = JSON.parse(error) as { code?: unknown; message?: unknown }
  return code === 3 || /revert|invalid opcode|stack underflow|out of gas/i.test(String(message))
}
