import type { Namespace } from '@foyer/protocol'
import type { Foyer } from '../foyer.ts'
import type { AccountTab } from './account.ts'
import { readOwner } from './readOwner.ts'
import { setDetails } from './setDetails.ts'

/** Selects the tab of an account, until another account is connected. @source spec 2.4, 3.1 */
export function setCurrentTab(
  foyer: Foyer,
  { currentTab, namespace }: { currentTab: AccountTab; namespace: Namespace },
): void {
  const owner = readOwner(foyer.store.get(), namespace)
  if (owner) setDetails(foyer, { details: { currentTab }, forAddress: owner.address, namespace })
}
