import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import type { Router, Screen } from '../../router.ts'

/** What the modal knows of a login by e-mail besides what is on the screen; gone with the page. */
export type LoginMemory = {
  /** The address that was typed last, or whose login has ended. */
  readonly email: string | undefined
  /** The login was ended by somebody else than the visitor. */
  readonly ended: boolean
  /** Where the visitor left a login whose mail is still good. */
  readonly waits: Screen | undefined
}

/** Before anything was typed, and after a login. */
export const noMemory: LoginMemory = { email: undefined, ended: false, waits: undefined }
const memories = new WeakMap<Router, Store<LoginMemory>>()

/** The memory of a modal, known by its router. */
export function loginMemoryOf({ router }: { router: Router }): Store<LoginMemory> {
  const memory = memories.get(router) ?? createStore(noMemory)
  memories.set(router, memory)
  return memory
}
