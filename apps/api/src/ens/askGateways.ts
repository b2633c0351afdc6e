import { FetchRefused, fetchPublic, HttpError, type NetworkRule } from '@foyer/server'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'

/** URLs of one lookup that are tried. */
export const mostGateways = 4
const maxAnswerBytes = 131_072
/** A GET carries the question in its URL. */
const maxUrlLength = 32_768

const answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i)) }),
)

/** A question for gateways, as the contract asks it. */
export type GatewayQuestion = {
  readonly sender: Address
  readonly urls: readonly string[]
  readonly callData: Hex
}

/**
 * Asks the gateways that a contract names, one after the other, until one answers. The URLs are anybody's: each is read
 * as untrusted, and the answer proves nothing until the contract has verified it.
 *
 * @param parameters.endsAt - Time at which it gives up, in ms since 1970.
 * @returns undefined if the gateway has no such record (404)
 * @throws {@link HttpError} 502 when none answers, or one refuses the question (4xx)
 * @source https://eips.ethereum.org/EIPS/eip-3668
 */
export async function askGateways(
  { callData, sender, urls }: GatewayQuestion,
  { endsAt, rule }: { endsAt: number; rule: NetworkRule },
): Promise<Hex | undefined> {
  const asked = urls.slice(0, mostGateways)
  let cause: unknown
  for (const [index, template] of asked.entries()) {
    const leftMs = endsAt - Date.now()
    if (leftMs <= 0) break
    const places = template.split('{data}').length - 1
    // A template can name the data so often that the URL would fill the memory.
    if (template.length + places * callData.length > maxUrlLength) {
      cause = new Error('The URL is too long')
      continue
    }
    const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', callData)
    try {
      const bytes = await fetchPublic(url, {
        isType: (type) => type !== 'text/html',
        json: places > 0 ? undefined : JSON.stringify({ data: callData, sender }),
        maxBytes: maxAnswerBytes,
        maxUrlLength,
        rule,
        // One gateway that hangs leaves time for the others.
        timeoutMs: Math.ceil(leftMs / (asked.length - index)),
      })
      const parsed = v.safeParse(answer, Buffer.from(bytes).toString('utf8'))
      if (parsed.success) return parsed.output.data as Hex
      cause = new Error('The gateway gave another shape')
    } catch (error) {
      cause = error
      const { status = 0 } = error instanceof FetchRefused ? error : {}
      if (status === 404) return undefined
      // Another gateway is for outages, not for a refused question.
      if (status >= 400 && status < 500) break
    }
  }
  throw refuseGateways(cause)
}

export const refuseGateways = (cause?: unknown): HttpError =>
  new HttpError(502, 'http-failed', 'The gateway of this name does not answer right now', { cause })
