import { HttpError } from '@foyer/server'
import type { Chain } from '../chains/chainConfig.ts'
import { evmSubmission } from './evmSubmission.ts'
import { parseAnswer, type RawAnswer, type RawCall, requestOf } from './rawCall.ts'
import { solanaSubmission } from './solanaSubmission.ts'
import type { Submission } from './submission.ts'

export const submissions: Readonly<Record<Chain['namespace'], Submission>> = {
  eip155: evmSubmission,
  solana: solanaSubmission,
}

/**
 * Submits a signed transaction. After a failure that leaves open whether the chain accepted it, looks the transaction
 * up by its id before submitting again: the same bytes can not act twice, but the second answer ("already known") would
 * report a success as a failure.
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
  ) => Promise<{ readonly text: string }>
  sendReads: (chain: Chain, calls: readonly RawCall[]) => Promise<RawAnswer[]>
}): Promise<RawAnswer> {
  const { idOf, isFound, isRepeat, lookUp, method } = submissions[chain.namespace]
  const id = idOf(call.params)
  if (id === undefined) {
    return {
      error: JSON.stringify({ code: -32602, message: `${method} takes one signed transaction` }),
    }
  }
  const isKnown = async () => {
    const [answer] = await sendReads(chain, [lookUp(id)])
    return answer !== undefined && 'result' in answer && isFound(answer.result)
  }
  const accepted = JSON.stringify({ result: id })
  let wasUncertain = false
  const { text } = await exchange(chain, requestOf(call, 0), async () => {
    wasUncertain = true
    try {
      return (await isKnown()) ? accepted : undefined
    } catch (cause) {
      throw new HttpError(
        502,
        'rpc-failed',
        `${chain.caipId} does not answer right now, and may have taken the transaction ${id}: look for it before sending another`,
        { cause },
      )
    }
  })
  const answer = parseAnswer(text)
  if ('error' in answer && wasUncertain && (isRepeat(answer.error) || (await isKnown()))) {
    return { result: JSON.stringify(id) }
  }
  return answer
}
