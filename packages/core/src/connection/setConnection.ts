import type { Namespace } from '@foyer/protocol'
import {
  type AccountDetails,
  type Connected,
  type Connection,
  noChainFacts,
} from '../account/account.ts'
import type { Foyer } from '../createFoyer.ts'
import { readOwner } from './readOwner.ts'

/** Writes where a namespace stands. What was learnt about an account goes with it. */
export function setConnection(foyer: Foyer, namespace: Namespace, connection: Connection): void {
  const owner = readOwner(foyer, namespace)
  const next =
    connection.status === 'connected'
      ? connection
      : connection.status === 'connecting'
        ? foyer.running.attempts.get(namespace)?.before
        : undefined
  foyer.store.set((state) => ({
    ...state,
    connections: { ...state.connections, [namespace]: connection },
    details: withDetails(
      state.details,
      namespace,
      carryDetails(state.details[namespace], owner, next),
    ),
  }))
}

/** Writes what changed in {@link readOwner}'s wallet, also while another one is being connected. */
export function setOwner(foyer: Foyer, namespace: Namespace, owner: Connected): void {
  const attempt = foyer.running.attempts.get(namespace)
  if (foyer.store.get().connections[namespace]?.status === 'connected' || !attempt) {
    setConnection(foyer, namespace, owner)
    return
  }
  const { before } = attempt
  attempt.before = owner
  foyer.store.set((state) => ({
    ...state,
    details: withDetails(
      state.details,
      namespace,
      carryDetails(state.details[namespace], before, owner),
    ),
  }))
}

/** Another address: nothing learnt about the earlier one is true of it. Another network: nothing learnt from the chain. */
function carryDetails(
  details: AccountDetails | undefined,
  from: Connected | undefined,
  to: Connected | undefined,
): AccountDetails | undefined {
  if (!details || from?.address !== to?.address || !to) return undefined
  return from?.chainId === to.chainId ? details : { ...details, ...noChainFacts }
}

type AllDetails = Partial<Readonly<Record<Namespace, AccountDetails>>>

function withDetails(
  all: AllDetails,
  namespace: Namespace,
  details: AccountDetails | undefined,
): AllDetails {
  if (all[namespace] === details) return all
  const { [namespace]: _, ...others } = all
  return details ? { ...others, [namespace]: details } : others
}
