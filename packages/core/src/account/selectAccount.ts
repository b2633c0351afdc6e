import { FoyerError, type Namespace } from '@foyer/protocol'
import { dispatch } from '../connection/machine/dispatch.ts'
import type { Foyer } from '../foyer.ts'
import { readConnection } from './readConnection.ts'

/**
 * Shows another of the accounts that the connected wallet gave, also after a reload while the wallet still gives it. A
 * wallet that itself goes to another account wins.
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
