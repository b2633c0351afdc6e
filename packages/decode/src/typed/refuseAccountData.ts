import { FoyerError } from '@foyer/protocol'
import { permissionsContract } from '../evm/permissionGrant.ts'
import type { TypedData } from './typedData.ts'
import { read } from './typedShape.ts'

/** Types by which the owner of a smart account signs for it. @source ERC-7739 */
const nestedTypes = ['TypedDataSign', 'PersonalSign']

/**
 * Refuses typed data whose signature could act for the account itself, once it is a smart account: data for the account's own
 * code, a permission to act for it, an operation of it (ERC-4337), or data that is nested already (ERC-7739). A site asks for calls instead, which are shown.
 *
 * @throws {@link FoyerError} `action-not-allowed`. @source security 3.4; T38, T40
 */
export function refuseAccountData({ domain, message, primaryType }: TypedData, account: string) {
  const own = account.toLowerCase()
  const isOperation = primaryType === 'PackedUserOperation' && read.address(message.sender) === own
  if (
    [own, permissionsContract.toLowerCase()].includes(read.address(domain.verifyingContract)) ||
    isOperation ||
    nestedTypes.includes(primaryType)
  )
    throw new FoyerError('action-not-allowed', {
      details: 'This signature could act for the account itself. Ask for its calls instead.',
    })
}
