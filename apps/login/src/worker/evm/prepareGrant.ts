import type { SignRequest } from '@foyer/decode'
import { checkGrant, grantDigest } from '@foyer/decode/internal'
import { digestOf } from '../digestOf.ts'
import type { PreparedRequest } from '../signer.ts'
import { signatureHex } from './personalMessage.ts'
import { listedCode, prepareUpgrade, type SmartAccounts } from './prepareAccount.ts'

type Asked = Extract<SignRequest, { method: 'wallet_requestExecutionPermissions' }>['params'][0]

/**
 * Prepares a permission, and the transaction that upgrades the account first if it is not a smart account yet.
 *
 * @throws {@link FoyerError} `params-invalid` for a grant that must not be made; `action-not-allowed` for a network without smart
 *   accounts, and for code that the operator does not list
 * @source security 3.7; T43
 */
export function prepareGrant(
  { grant, upgrade }: Asked,
  { now, ...place }: { accounts: SmartAccounts; chainId: bigint; now: () => number; own: string },
): PreparedRequest {
  listedCode(place.chainId, place.accounts)
  checkGrant(grant, { now: now() })
  const digest = grantDigest(grant, place.chainId)
  const upgrading = upgrade && prepareUpgrade(upgrade, place)
  const digests = [digest, ...(upgrading ? [new TextEncoder().encode(upgrading.digest)] : [])]
  return {
    digest: digestOf(digests),
    sign: async (signer) => ({
      signature: signatureHex(signer.evm(digest)),
      ...(upgrading && { transaction: await upgrading.sign(signer) }),
    }),
  }
}
