import type { Hex } from 'viem'
import { concat, fromRlp, keccak256, toRlp } from 'viem/utils'
import { ApiError } from '../apiError.ts'
import type { Chain } from '../chains/chainConfig.ts'
import { parseAnswer, type RawAnswer, type RawCall, requestOf } from './rawCall.ts'

/**
 * Hands in a signed transaction. A failure that leaves open whether the chain took it is settled by
 * looking for the transaction, whose hash its bytes tell, before it is handed in again: the same bytes
 * can not act twice, but their second answer ("already known") would call a success a failure.
 */
export async function sendTransaction({
  call,
  chain,
  exchange,
  sendReads,
}: {
  call: RawCall
  chain: Chain
  exchange: (
    chain: Chain,
    body: string,
    afterUncertain?: () => Promise<string | undefined>,
  ) => Promise<string>
  sendReads: (chain: Chain, calls: readonly RawCall[]) => Promise<RawAnswer[]>
}): Promise<RawAnswer> {
  const hash = hashOf(call.params)
  if (hash === undefined) {
    return {
      error: '{"code":-32602,"message":"eth_sendRawTransaction takes one signed transaction"}',
    }
  }
  const isKnown = async () => {
    const [answer] = await sendReads(chain, [
      { method: 'eth_getTransactionByHash', params: JSON.stringify([hash]) },
    ])
    return answer !== undefined && 'result' in answer && answer.result !== 'null'
  }
  const accepted = JSON.stringify({ jsonrpc: '2.0', id: 0, result: hash })
  let wasUncertain = false
  const text = await exchange(chain, requestOf(call, 0), async () => {
    wasUncertain = true
    try {
      return (await isKnown()) ? accepted : undefined
    } catch (cause) {
      throw new ApiError(
        502,
        'rpc-failed',
        `${chain.caipId} does not answer right now, and may have taken the transaction ${hash}: look for it before sending another`,
        { cause },
      )
    }
  })
  const answer = parseAnswer(text)
  if ('error' in answer && wasUncertain && (isRepeat(answer.error) || (await isKnown()))) {
    return { result: JSON.stringify(hash) }
  }
  return answer
}

/** What nodes say of a transaction that they hold already. */
function isRepeat(error: string): boolean {
  return /already known|known transaction|already imported|already exists/i.test(error)
}

/**
 * The hash under which a chain will know a signed transaction.
 *
 * @source https://eips.ethereum.org/EIPS/eip-2718
 */
function hashOf(params: string | undefined): string | undefined {
  if (params === undefined) return undefined
  const [raw, ...more] = JSON.parse(params) as unknown[]
  if (typeof raw !== 'string' || more.length > 0 || !/^0x(?:[0-9a-f]{2})+$/i.test(raw))
    return undefined
  return keccak256(raw.startsWith('0x03') ? withoutBlobs(raw as Hex) : (raw as Hex))
}

/** A blob transaction travels with its blobs, which its hash does not cover. @source https://eips.ethereum.org/EIPS/eip-4844 */
function withoutBlobs(raw: Hex): Hex {
  try {
    const [body] = fromRlp(`0x${raw.slice(4)}`)
    return Array.isArray(body) ? concat(['0x03', toRlp(body)]) : raw
  } catch {
    return raw
  }
}
