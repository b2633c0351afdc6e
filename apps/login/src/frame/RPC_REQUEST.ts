import type { FrameHandlers } from '@foyer/embedded/frame'
import { classifyMethod, FoyerError, namespaceOf, type UnsafeMethod } from '@foyer/protocol'
import type { Approve } from './approvals/createApprove.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { createRpc } from './createRpc.ts'
import type { FrameNetwork, Networks } from './networks.ts'
import { createOperations } from './rpc/createOperations.ts'
import { createPermissionList } from './rpc/createPermissionList.ts'
import { createSponsor } from './rpc/createSponsor.ts'
import { eth_sendTransaction } from './rpc/eth_sendTransaction.ts'
import { eth_signTypedData_v4 } from './rpc/eth_signTypedData_v4.ts'
import { foyer_undoSmartAccount } from './rpc/foyer_undoSmartAccount.ts'
import { personal_sign } from './rpc/personal_sign.ts'
import type { SigningCall } from './rpc/signingCall.ts'
import { solanaCalls } from './rpc/solanaCalls.ts'
import {
  wallet_grantPermissions,
  wallet_requestExecutionPermissions,
} from './rpc/wallet_requestExecutionPermissions.ts'
import { wallet_revokeExecutionPermission } from './rpc/wallet_revokeExecutionPermission.ts'
import { wallet_sendCalls } from './rpc/wallet_sendCalls.ts'
import { walletReads } from './rpc/walletReads.ts'

/** Operations of ERC-4337, which this wallet does not make. */
const userOperation: SigningCall = async () => {
  throw new FoyerError('smart-accounts-unsupported')
}

const signingCalls: Readonly<Record<UnsafeMethod, SigningCall>> = {
  ...solanaCalls,
  personal_sign,
  eth_signTypedData_v4,
  eth_sendTransaction,
  wallet_sendCalls,
  foyer_undoSmartAccount,
  wallet_requestExecutionPermissions,
  wallet_grantPermissions,
  wallet_revokeExecutionPermission,
  wallet_revokePermissions: wallet_revokeExecutionPermission,
  eth_sendUserOperation: userOperation,
}

/**
 * Handles a wallet method: answers it from the wallet, forwards it to a node, or signs after the user's approval.
 * @throws FoyerError `not-connected`, `params-invalid`, `chain-unrecognised`, `smart-accounts-unsupported`, and what the
 *   method throws
 * @source security 3.4; spec 4.18, 4.19, 6.1-6.3
 */
export function answerRpc({
  account,
  approve,
  networks,
}: {
  account: FrameAccount
  approve: Approve
  networks: Networks
}): FrameHandlers['RPC_REQUEST'] {
  return async ({ chainId, chainNamespace, method, params }, context) => {
    const wallet = await account.requireReady()
    const namespace = method.startsWith('solana_') ? 'solana' : 'eip155'
    const network = chainId ? networks.require(chainId) : networks.active(namespace)
    if (!network.id.startsWith(`${namespace}:`) || (chainNamespace ?? namespace) !== namespace)
      throw new FoyerError('params-invalid', { details: `${method} is not of ${network.id}.` })
    const { signal } = context
    const rpc = createRpc(account, { chainId: network.id, signal })

    if (classifyMethod(method) === 'unsafe') {
      mustBeActive(network, networks)
      const address = namespace === 'solana' ? wallet.addresses.sol : wallet.addresses.evm
      const call = signingCalls[method as UnsafeMethod]
      const { accountType } = account
      const permissions = createPermissionList(account, { signal })
      const sponsor = createSponsor(account, { address, network, signal })
      const operations = createOperations(account, { address, network, signal })
      return {
        result: await call({
          accountType,
          address,
          approve,
          context,
          network,
          operations,
          params,
          permissions,
          rpc,
          sponsor,
        }),
      }
    }
    const list = Array.isArray(params) ? params : []
    const read = Object.hasOwn(walletReads, method) ? walletReads[method] : undefined
    if (read) {
      const given = { account, network, networks, params: list, signal, wallet }
      return { result: await read(given) }
    }
    return { result: await rpc(method, list) }
  }
}

/**
 * Requires that the request names the active network. Solana requests are exempt: each names its own network.
 * @throws FoyerError `chain-unrecognised`
 * @source security 3.4 "Chain check"
 */
function mustBeActive(network: FrameNetwork, networks: Networks): void {
  if (namespaceOf(network.id as `eip155:${string}`) === 'solana') return
  if (networks.active('eip155').id === network.id) return
  throw new FoyerError('chain-unrecognised', {
    details: `The wallet is on ${networks.active('eip155').id}: switch to ${network.id} first.`,
  })
}
