import type { Family } from './networks.ts'
import type { Session } from './openKit.ts'

const keyOf = (topic: string, family: Family) => `foyer-phone.chain.${topic}.${family}`

/** The chains that a site has in a namespace. */
export const grantedChains = ({ namespaces }: Session, family: Family): readonly string[] =>
  namespaces[family]?.chains ?? []

/** The current chain of a namespace for a site; the first one until the user switches. */
export function currentChain(session: Session, family: Family): string | undefined {
  const chains = grantedChains(session, family)
  const kept = localStorage.getItem(keyOf(session.topic, family))
  return kept !== null && chains.includes(kept) ? kept : chains[0]
}

/** Stores the current chain. */
export function keepCurrentChain(topic: string, family: Family, chainId: string): void {
  localStorage.setItem(keyOf(topic, family), chainId)
}

/** Deletes it when the session ends. */
export function forgetCurrentChain(topic: string): void {
  for (const family of ['eip155', 'solana'] as const) localStorage.removeItem(keyOf(topic, family))
}
