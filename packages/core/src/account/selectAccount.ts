import { FoyerError, type Namespace } from '@foyer/protocol'
import { dispatch } from '../connection/machine/dispatch.ts'
import type { Foyer } from '../foyer.ts'
import { readConnection } from './readConnection.ts'

/**
 * Shows another account of the connected wallet; a reload keeps it while the wallet still lists it. An account change
 * in the wallet itself overrides it.
 *
 * @param parameters.namespace - @default the active one
 * @throws FoyerError `not-connected`, `address-invalid` (none of this wallet's accounts)
 */
export function selectAccount(
  foyer: Foyer,
  parameters: { address: string; namespace?: Namespace | undefined },
): void {
  const { address } = parameters
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { accounts, connector } = connection
  const { namespace } = adapter
  if (!accounts.some((account) => account.address === address))
    throw new FoyerError('address-invalid', {
      details: `${connector.name} gave no account ${address}.`,
    })
  dispatch(foyer, { type: 'account:selected', namespace, address })
}
