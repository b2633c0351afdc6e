import { cancelConnect, connect, type Foyer, readPrompts } from '@foyer/core'

/** Asks a wallet to connect: a chunk of its own, since the view shows before it is here. @throws FoyerError as `connect` of the core */
export function askWallet(foyer: Foyer, parameters: connect.Parameters): Promise<void> {
  return connect(foyer, parameters)
}

/** Cancels every connection that is shown as waiting in a wallet. */
export function cancelAll(foyer: Foyer): void {
  for (const { namespace } of readPrompts(foyer)) cancelConnect(foyer, namespace)
}
