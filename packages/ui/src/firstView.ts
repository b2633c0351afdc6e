import type { Foyer } from '@foyer/core'
import { isConnected } from './isConnected.ts'

/** Guesses the first view before the modal's code has loaded; `openingScreen` may then choose another one. */
export function firstView(foyer: Foyer): 'Account' | 'Connect' {
  return isConnected(foyer) ? 'Account' : 'Connect'
}
