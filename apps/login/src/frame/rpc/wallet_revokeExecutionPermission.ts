import {
  decodeGrant,
  encodeRevoke,
  grantDigest,
  permissionsContract,
  toHex,
} from '@foyer/decode/internal'
import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import * as v from 'valibot'
import { eth_sendTransaction } from './eth_sendTransaction.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'

const named = v.object({
  permissionContext: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})+$/i), v.maxLength(32_768)),
})
const revocation = v.union([v.tuple([named]), named])

/**
 * Ends a permission: at once at the operator's servers, without a question, and on the network by a transaction that the user
 * approves. It is final once that is mined.
 *
 * @returns Nothing, once the transaction is sent.
 * @throws {@link FoyerError} `params-invalid`, `resource-not-found` for a permission of another site, `unauthorized` for one of
 *   another account, and what a transaction throws
 * @source https://eips.ethereum.org/EIPS/eip-7715; security 3.7; T45, T46
 */
export const wallet_revokeExecutionPermission: SigningCall = async ({ params, ...call }) => {
  const { address, network, permissions } = call
  const parsed = v.safeParse(revocation, params)
  const [given] = parsed.success ? [parsed.output].flat() : []
  const decoded = given && decodeGrant(given.permissionContext)
  if (!decoded)
    throw new FoyerError('params-invalid', { details: 'permissionContext is of no permission.' })
  requireOwnAccount(decoded.grant.account, address)
  const digest = toHex(grantDigest(decoded.grant, BigInt(hexChainId(network))))
  await permissions.revoke({ chainId: network.id, digest })
  const transaction = { from: address, to: permissionsContract, data: encodeRevoke(digest) }
  await eth_sendTransaction({ ...call, params: [transaction] })
  return {}
}
