import { cancelConnect, connect, type Foyer, readPrompts } from '@foyer/core'

/**
 * Asks a wallet to connect: a separate chunk, so that the view appears first.
 *
 * @throws FoyerError as `connect` of the core
 */
export function askWallet(foyer: Foyer, parameters: connect.Parameters): Promise<void> {
  return connect(foyer, parameters)
}

/** Cancels every attempt that is shown as connecting. */
export function cancelAll(foyer: Foyer): void {
  for (const { namespace } of readPrompts(foyer)) cancelConnect(foyer, namespace)
}
