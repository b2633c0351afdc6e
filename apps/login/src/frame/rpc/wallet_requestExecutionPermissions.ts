import type { SignRequestInput } from '@foyer/decode'
import {
  encodeGrant,
  originHash,
  type PermissionGrantInput,
  permissionGrant,
} from '@foyer/decode/internal'
import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { type PermissionWish, readPermissionRequest } from '@foyer/protocol/permissions'
import * as v from 'valibot'
import { fillOwn, readUsableCode } from './buildTogether.ts'
import { broadcast } from './eth_sendTransaction.ts'
import { hasPermissions, readEpoch } from './permissionsOn.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'
import { waitForReceipt } from './waitForReceipt.ts'
import { writePermission } from './writePermission.ts'

/**
 * Lets another account act within limits, after the user's approval: the account's key signs the limits, and the network
 * enforces them. An account that is not a smart one yet is upgraded first.
 *
 * @returns The permission with its `context`, in a list of one.
 * @throws {@link FoyerError} `params-invalid` for a permission without limits, or for what nobody may be allowed;
 *   `smart-accounts-unsupported` where the account can grant none; `chain-unrecognised` for another network than the active one
 * @source https://eips.ethereum.org/EIPS/eip-7715; security 3.7; spec 6.2
 */
export const wallet_requestExecutionPermissions = askPermission(
  'wallet_requestExecutionPermissions',
)

/** The same, as older versions of the standard name and shape it. */
export const wallet_grantPermissions = askPermission('wallet_grantPermissions')

function askPermission(
  method: 'wallet_requestExecutionPermissions' | 'wallet_grantPermissions',
): SigningCall {
  return async ({ accountType, approve, params, permissions, ...call }) => {
    const { address, context: request, network, rpc } = call
    const wish = readPermissionRequest(params, { method, now: Date.now() })
    requireOwnAccount(wish.from, address)
    const chainId = hexChainId(network)
    if (wish.chainId !== BigInt(chainId))
      throw new FoyerError('chain-unrecognised', {
        details: 'The permission is for another network than the active one.',
      })
    const code = await readUsableCode({ accountType, address, network, rpc })
    if (code === 'other' || !(await hasPermissions(network, rpc)))
      throw new FoyerError('smart-accounts-unsupported', {
        details:
          'This account grants no permissions on this network: that needs its smart account.',
      })
    const grant = writeGrant(wish, {
      account: address,
      epoch: await readEpoch(address, rpc),
      origin: originHash(request.origin),
    })
    const build = async (): Promise<SignRequestInput> => {
      const fees = { authorizes: true, data: '0x' }
      const upgrade = code === 'none' && {
        upgrade: { address: network.smartAccount as string, ...(await fillOwn(call, fees)) },
      }
      return {
        method: 'wallet_requestExecutionPermissions',
        chainId,
        params: [{ grant, ...upgrade }],
      }
    }
    return approve({ ...call, build }, async (signed) => {
      const { signature, transaction } = signed as { signature: string; transaction?: string }
      if (transaction !== undefined) {
        const { status } = await waitForReceipt(await broadcast(transaction, rpc), call)
        if (status !== '0x1') throw new FoyerError('transaction-rejected')
      }
      const parsed = v.parse(permissionGrant, grant)
      const context = encodeGrant(parsed, signature)
      // Only what the user can find and revoke is handed out.
      await permissions.add({ chainId: network.id, context })
      return [writePermission(parsed, { chainId, context })]
    })
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`

function writeGrant(
  { allowances, calls, expiry, start, targets, to }: PermissionWish,
  { account, epoch, origin }: { account: string; epoch: bigint; origin: string },
): PermissionGrantInput {
  return {
    ...{ account, signer: to, origin, epoch: hex(epoch), salt: hex(randomSalt()) },
    ...{ start: hex(start), expiry: hex(expiry), calls: hex(calls) },
    allowances: allowances.map(({ amount, initial, max, period, token }) => ({
      ...{ token, amount: hex(amount), initial: hex(initial), max: hex(max), period: hex(period) },
    })),
    targets: targets.map(({ selector, target }) => ({ target, selector: selector.toLowerCase() })),
  }
}

/** 128 random bits. */
function randomSalt(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}
