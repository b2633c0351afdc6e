import { FetchRefused, fetchPublic, HttpError, type NetworkRule } from '@foyer/server'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { hostsOf, type Queue, QueueFull } from '../nfts/createQueue.ts'

/** URLs of one lookup that are tried. */
const mostGateways = 4
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
 * @param parameters.queue - Where each request waits for a place at its own server.
 * @param parameters.record - The time that is left for it; waiting for a place takes none.
 * @returns undefined if the gateway has no such record (404)
 * @throws {@link HttpError} 502 when none answers, or one refuses the question (4xx); {@link QueueFull}
 * @source https://eips.ethereum.org/EIPS/eip-3668
 */
export async function askGateways(
  { callData, sender, urls }: GatewayQuestion,
  { queue, record, rule }: { queue: Queue; record: { leftMs: number }; rule: NetworkRule },
): Promise<Hex | undefined> {
  const asked = urls.slice(0, mostGateways)
  let cause: unknown
  for (const [index, template] of asked.entries()) {
    if (record.leftMs <= 0) break
    const places = template.split('{data}').length - 1
    // A template can name the data so often that the URL would fill the memory.
    if (template.length + places * callData.length > maxUrlLength) {
      cause = new Error('The URL is too long')
      continue
    }
    const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', callData)
    const options = {
      isType: (type: string) => type !== 'text/html',
      json: places > 0 ? undefined : JSON.stringify({ data: callData, sender }),
      maxBytes: maxAnswerBytes,
      maxUrlLength,
      rule,
      // One gateway that hangs leaves time for the others.
      timeoutMs: Math.ceil(record.leftMs / (asked.length - index)),
    }
    const fetch = async () => {
      const startedAt = Date.now()
      try {
        return await fetchPublic(url, options)
      } finally {
        record.leftMs -= Date.now() - startedAt
      }
    }
    try {
      const bytes = await queue.run(fetch, hostsOf(url))
      const parsed = v.safeParse(answer, Buffer.from(bytes).toString('utf8'))
      if (parsed.success) return parsed.output.data as Hex
      cause = new Error('The gateway gave another shape')
    } catch (error) {
      if (error instanceof QueueFull) throw error
      cause = error
      const { status = 0 } = error instanceof FetchRefused ? error : {}
      if (status === 404) return undefined
      // Another gateway is for outages, not for a refused question.
      if (status >= 400 && status < 500) break
    }
  }
  throw new HttpError(502, 'http-failed', 'The gateway of this name does not answer right now', {
    cause,
  })
}
