import type { Connector } from '../connector/connector.ts'
import type { Foyer } from '../foyer.ts'
import { dispatch } from './machine/dispatch.ts'

/**
 * Shows what was connected before instead of a connection that still waits in a wallet. When the wallet approves it
 * after all it is connected, and `connect` of the same wallet shows it again.
 */
export function deferConnect(foyer: Foyer, connector: Connector): void {
  dispatch(foyer, { type: 'connect:deferred', connector })
}
