import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { Router, Screen } from '../../router.ts'

/** State of an email login that is not in the view's data; in memory only. */
export type LoginState = {
  /** The last typed address, or that of an expired session. */
  readonly email: string | undefined
  /** The session expired without a sign-out by the user. */
  readonly ended: boolean
  /** The screen of an interrupted login whose mail is still valid. */
  readonly waits: Screen | undefined
}

/** Before any input, and after a login. */
export const noLoginState: LoginState = { email: undefined, ended: false, waits: undefined }
const memories = new WeakMap<Router, Store<LoginState>>()

/** The login state of a modal, by its router. */
export function loginStateOf({ router }: { router: Router }): Store<LoginState> {
  const memory = memories.get(router) ?? createStore(noLoginState)
  memories.set(router, memory)
  return memory
}
