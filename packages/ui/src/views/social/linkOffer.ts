import type { Social, Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { Router } from '../../router.ts'

const offers = new WeakMap<Router, Store<Social | undefined>>()

/** The login that a user tried and whose address has another account: the account offers to add it. In memory only. */
export function linkOfferOf({ router }: { router: Router }): Store<Social | undefined> {
  const offer = offers.get(router) ?? createStore<Social | undefined>(undefined)
  offers.set(router, offer)
  return offer
}
