import type { Foyer } from '@foyer/core'
import { isConnected } from './isConnected.ts'
import type { Screen } from './router.ts'

/** The view to open when none is asked for: the account, else the ways to connect. @source ledger 2.14 */
export function openingScreen(foyer: Foyer): Screen {
  return { view: isConnected(foyer) ? 'Account' : 'Connect', data: undefined }
}
