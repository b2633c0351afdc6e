import type { ChainId, Namespace } from '@foyer/protocol'
import type { Foyer } from '../createFoyer.ts'
import { settleNetwork } from '../network/settleNetwork.ts'
import { learnAccount } from './learnAccount.ts'
import { readOwner } from './readOwner.ts'
import { setOwner } from './setConnection.ts'
import { storeConnection } from './storeConnection.ts'

/** Writes that a connected wallet is on another network now, and asks for what the account has there. */
export function moveTo(foyer: Foyer, namespace: Namespace, chainId: ChainId): void {
  const owner = readOwner(foyer, namespace)
  if (!owner || owner.chainId === chainId) return
  setOwner(foyer, namespace, { ...owner, chainId })
  settleNetwork(foyer, namespace)
  storeConnection(foyer, namespace)
  learnAccount(foyer, namespace)
}
