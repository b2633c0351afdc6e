import { FoyerError } from '@foyer/protocol'

/** A `wallet_sendCalls` bundle that was sent. */
export type SentCalls = {
  /** EIP-155 chain id in hex, `0x…`. */
  chainId: string
  /** Number of calls in the bundle; larger than the number of hashes when sending stopped midway. */
  count: number
  hashes: readonly string[]
  /** The operator's id of a bundle that it sends: the transaction may be replaced by one with a higher fee. */
  sponsored?: string | undefined
  /** The hash is that of an operation (ERC-4337), not of a transaction. */
  isOperation?: boolean | undefined
}

const pattern = /^0x([0-9a-f]{16})([0-9a-f]{2})((?:[0-9a-f]{64}){1,20})([0-9a-f]{32}|01)?$/

/** Encodes a bundle as its own id (`0x…`), so that its status can be read after a reload without storage. */
export function encodeCallsId({
  chainId,
  count,
  hashes,
  isOperation,
  sponsored = '',
}: SentCalls): string {
  const chain = BigInt(chainId).toString(16).padStart(16, '0')
  const number = count.toString(16).padStart(2, '0')
  const joined = hashes.map((hash) => hash.slice(2)).join('')
  return `0x${chain}${number}${joined}${isOperation ? '01' : sponsored.replaceAll('-', '')}`
}

/** Decodes an id of {@link encodeCallsId}. @throws FoyerError `bundle-unknown` */
export function decodeCallsId(id: unknown): SentCalls {
  const [, chain, number, joined, more] = (typeof id === 'string' && pattern.exec(id)) || []
  if (chain === undefined || number === undefined || joined === undefined)
    throw new FoyerError('bundle-unknown')
  return {
    chainId: `0x${BigInt(`0x${chain}`).toString(16)}`,
    count: Number.parseInt(number, 16),
    hashes: joined.match(/.{64}/g)?.map((hash) => `0x${hash}`) ?? [],
    ...(more === '01' && { isOperation: true }),
    ...(more?.length === 32 && {
      sponsored: more.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    }),
  }
}
