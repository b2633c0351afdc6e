import type { SignRequestInput } from '@foyer/decode'
import { FoyerError } from '@foyer/protocol'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'
import { fillOwn } from './buildTogether.ts'
import { broadcast } from './eth_sendTransaction.ts'
import { readAccountCode } from './readAccountCode.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'

type Own = { address: string; network: FrameNetwork; rpc: Rpc }

/** Builds the request that removes the code from an account. @throws FoyerError `rpc-failed` */
export async function buildUndo(own: Own): Promise<SignRequestInput> {
  const filled = await fillOwn(own, { authorizes: true, data: '0x' })
  return {
    method: 'foyer_undoSmartAccount',
    chainId: hexChainId(own.network),
    params: [{ from: own.address, ...filled }],
  }
}

/**
 * Makes the account a plain one again on this network: its code is removed.
 * @returns The transaction's hash, `0x` and 64 hex digits.
 * @throws {@link FoyerError} `action-not-allowed` if it is no smart account of this login
 * @source EIP-7702
 */
export const foyer_undoSmartAccount: SigningCall = async ({ approve, params: _, ...call }) => {
  if ((await readAccountCode(call, call.rpc)) !== 'ours')
    throw new FoyerError('action-not-allowed', { details: 'This is no smart account.' })
  return approve({ ...call, build: () => buildUndo(call) }, (raw) => broadcast(raw, call.rpc))
}
