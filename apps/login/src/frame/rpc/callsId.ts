import { FoyerError } from '@foyer/protocol'

/** A bundle sent as one transaction per call. */
export type SentCalls = {
  /** `0x…` */
  chainId: string
  /** Number of calls planned: more than hashes when it stopped midway. */
  count: number
  hashes: readonly string[]
}

const pattern = /^0x([0-9a-f]{16})([0-9a-f]{2})((?:[0-9a-f]{64}){1,20})$/

/** The id contains everything: a status works after a reload, without storage. */
export function encodeCallsId({ chainId, count, hashes }: SentCalls): string {
  const chain = BigInt(chainId).toString(16).padStart(16, '0')
  const number = count.toString(16).padStart(2, '0')
  return `0x${chain}${number}${hashes.map((hash) => hash.slice(2)).join('')}`
}

/** @throws FoyerError `bundle-unknown` */
export function decodeCallsId(id: unknown): SentCalls {
  const [, chain, number, joined] = (typeof id === 'string' && pattern.exec(id)) || []
  if (chain === undefined || number === undefined || joined === undefined)
    throw new FoyerError('bundle-unknown')
  return {
    chainId: `0x${BigInt(`0x${chain}`).toString(16)}`,
    count: Number.parseInt(number, 16),
    hashes: joined.match(/.{64}/g)?.map((hash) => `0x${hash}`) ?? [],
  }
}
