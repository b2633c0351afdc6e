import { encodeRevoke, permissionsContract } from '@foyer/decode/internal'
import { type GrantedPermissionRow, revokePermission } from '@foyer/protocol/login'
import type { PageAccount } from '../account/createPageAccount.ts'
import type { Boot } from '../boot.ts'
import { fillTransaction } from '../frame/rpc/fillTransaction.ts'
import { hexChainId } from '../frame/rpc/signingCall.ts'
import { sendOwn } from './sendOwn.ts'

/**
 * Revokes a permission at once at the server, and then on its network, and waits until the network has confirmed it.
 * @throws FoyerError as {@link sendOwn} does; the server has revoked it then nevertheless
 * @source T45
 */
export async function stopPermission(
  account: Pick<PageAccount, 'call' | 'session'>,
  {
    address,
    network,
    permission: { chainId, digest },
  }: {
    address: string
    network: Boot['networks'][number]
    permission: Pick<GrantedPermissionRow, 'chainId' | 'digest'>
  },
): Promise<void> {
  await account.call(revokePermission, { chainId, digest })
  const call = { from: address, to: permissionsContract, data: encodeRevoke(digest) }
  await sendOwn(account, {
    network,
    build: async (rpc) => {
      const own = { chainId: BigInt(hexChainId(network)), from: address, rpc }
      return {
        method: 'eth_sendTransaction',
        chainId: hexChainId(network),
        params: [await fillTransaction(call, own)],
      }
    },
  })
}
