import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Shows the previous connection while a wallet's prompt stays open. A later approval connects it, and `connect` of the
 * same wallet shows the prompt again.
 */
export function deferConnect(foyer: Foyer, connector: Connector): void {
  dispatch(foyer, { type: 'connect:deferred', connector })
}
