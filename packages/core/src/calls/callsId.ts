import { type ChainId, isChainId } from '@foyer/protocol'

/** Calls that were sent one by one. */
export type CallsSentApart = {
  readonly chainId: ChainId
  /** Number of calls; above the number of hashes if some were not sent. */
  readonly count: number
  /** Ids of the transactions, in order; at least one. */
  readonly hashes: readonly string[]
}

const head = 'foyer-calls'

/** Writes calls that were sent one by one into an id, so that their status can be read after a reload without storage. */
export const writeCallsId = ({ chainId, count, hashes }: CallsSentApart): string =>
  [head, chainId, count, ...hashes].join(' ')

/** Reads an id of {@link writeCallsId}; undefined for an id of a wallet. */
export function readCallsId(id: string): CallsSentApart | undefined {
  const [name, chainId = '', number, ...hashes] = id.split(' ')
  const count = Number(number)
  if (name !== head || !isChainId(chainId) || !Number.isSafeInteger(count)) return undefined
  return hashes.length > 0 && hashes.length <= count ? { chainId, count, hashes } : undefined
}
