import { connect, type Foyer } from '@foyer/core'

/** Asks a wallet to connect: a chunk of its own, since the view shows before it is here. @throws FoyerError as `connect` of the core */
export function askWallet(foyer: Foyer, parameters: connect.Parameters): Promise<void> {
  return connect(foyer, parameters)
}
