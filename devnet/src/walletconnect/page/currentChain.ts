import type { Family } from './networks.ts'
import type { Session } from './openKit.ts'

const keyOf = (topic: string, family: Family) => `foyer-phone.chain.${topic}.${family}`

/** The chains a site was given in a family. */
export const grantedChains = ({ namespaces }: Session, family: Family): readonly string[] =>
  namespaces[family]?.chains ?? []

/** Where the wallet stands for a site in a chain family; the first it gave, until the person chose. */
export function currentChain(session: Session, family: Family): string | undefined {
  const chains = grantedChains(session, family)
  const kept = localStorage.getItem(keyOf(session.topic, family))
  return kept !== null && chains.includes(kept) ? kept : chains[0]
}

/** Keeps where the wallet stands. */
export function keepCurrentChain(topic: string, family: Family, chainId: string): void {
  localStorage.setItem(keyOf(topic, family), chainId)
}

/** Forgets it, with the session. */
export function forgetCurrentChain(topic: string): void {
  for (const family of ['eip155', 'solana'] as const) localStorage.removeItem(keyOf(topic, family))
}
