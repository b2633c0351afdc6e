import type { Foyer } from '@foyer/core'
import { isConnected } from './isConnected.ts'

/** Where the modal opens, as far as a page knows before the modal's code is there: `openingScreen` says the rest. */
export function firstView(foyer: Foyer): 'Account' | 'Connect' {
  return isConnected(foyer) ? 'Account' : 'Connect'
}
