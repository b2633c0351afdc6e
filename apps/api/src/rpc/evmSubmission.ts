import type { Hex } from 'viem'
import { concat, fromRlp, keccak256, toRlp } from 'viem/utils'
import type { Submission } from './submission.ts'

/** @source https://ethereum.org/developers/docs/apis/json-rpc/#eth_sendrawtransaction */
export const evmSubmission: Submission = {
  method: 'eth_sendRawTransaction',
  idOf: hashOf,
  lookUp: (hash) => ({ method: 'eth_getTransactionByHash', params: JSON.stringify([hash]) }),
  isFound: (result) => result !== 'null',
  isRepeat: (error) =>
    /already known|known transaction|already imported|already exists/i.test(error),
}

/**
 * Computes the hash by which a chain will know a signed transaction.
 * @source https://eips.ethereum.org/EIPS/eip-2718
 */
function hashOf(params: string | undefined): string | undefined {
  if (params === undefined) return undefined
  const given: unknown = JSON.parse(params)
  const [raw, ...more] = Array.isArray(given) ? (given as unknown[]) : []
  if (typeof raw !== 'string' || more.length > 0 || !/^0x(?:[0-9a-f]{2})+$/i.test(raw))
    return undefined
  return keccak256(raw.startsWith('0x03') ? withoutBlobs(raw as Hex) : (raw as Hex))
}

/**
 * A blob transaction is submitted with its blobs, which its hash does not cover. @source
 * https://eips.ethereum.org/EIPS/eip-4844
 */
function withoutBlobs(raw: Hex): Hex {
  try {
    const [body] = fromRlp(`0x${raw.slice(4)}`)
    return Array.isArray(body) ? concat(['0x03', toRlp(body)]) : raw
  } catch {
    return raw
  }
}
