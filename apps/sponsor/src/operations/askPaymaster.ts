import { type PaymasterData, paymasterData } from '@foyer/protocol/sponsor'
import { FetchRefused, fetchPublic, HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { Services } from '../services.ts'

const answer = v.union([
  v.object({ result: paymasterData }),
  v.object({ error: v.object({ message: v.string() }) }),
])
const longestAnswer = 32_768
const answerMs = 10_000

/**
 * Calls the paymaster service that a site names, at a public address.
 * @throws HttpError 403 `action-not-allowed`: it refuses, or can not be asked
 * @source https://eips.ethereum.org/EIPS/eip-7677
 */
export async function askPaymaster(
  { networkRule }: Pick<Services, 'networkRule'>,
  url: string,
  {
    method,
    params,
  }: { method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData'; params: readonly unknown[] },
): Promise<PaymasterData> {
  let parsed: v.InferOutput<typeof answer>
  try {
    const bytes = await fetchPublic(url, {
      isType: (type) => type === 'application/json',
      json: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      ...{ maxBytes: longestAnswer, rule: networkRule, timeoutMs: answerMs },
    })
    parsed = v.parse(answer, JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    // Nothing about the network behind this server.
    const isAddress = cause instanceof FetchRefused && cause.problem === 'url-refused'
    const message = isAddress
      ? 'The address of the paymaster must be https'
      : 'The paymaster does not answer'
    throw new HttpError(403, 'action-not-allowed', message, { cause })
  }
  if ('result' in parsed) return parsed.result
  const reason = parsed.error.message.replace(/[^\x20-\x7e]/g, ' ').slice(0, 200)
  throw new HttpError(403, 'action-not-allowed', `The paymaster refuses: ${reason}`)
}
