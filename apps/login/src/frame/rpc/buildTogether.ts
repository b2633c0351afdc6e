import type { SignRequestInput } from '@foyer/decode'
import { encodeExecute, type OwnCall } from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import type { AccountType } from '../createFrameAccount.ts'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'
import type { Call } from './fillCalls.ts'
import { askQuantity, fillFees, gasPercent, readData, readQuantity } from './fillTransaction.ts'
import { type AccountCode, delegationTo, readAccountCode } from './readAccountCode.ts'
import { hexChainId } from './signingCall.ts'

/** Gas of the authorization that a transaction carries. @source EIP-7702 "PER_EMPTY_ACCOUNT_COST" */
const authorizationGas = 25_000n

type Own = { address: string; network: FrameNetwork; rpc: Rpc }

/**
 * Returns what the account runs, if it may make several calls at once: the network has smart accounts and fees of EIP-1559,
 * and the user prefers this type. An account that runs code of another wallet is left as it is.
 */
export async function readUsableCode({
  accountType,
  ...own
}: Own & { accountType: () => Promise<AccountType> }): Promise<AccountCode> {
  if (own.network.smartAccount === undefined || (await accountType()) !== 'smartAccount')
    return 'other'
  return readAccountCode(own, own.rpc)
}

const hex = (value: bigint) => `0x${value.toString(16)}`

/** Reads a call that a smart account makes itself. @throws FoyerError `params-invalid` */
export function readOwnCall({ data, to, value }: Call, index: number): OwnCall {
  if (to === undefined)
    throw new FoyerError('params-invalid', { details: `Call ${index + 1} creates a contract.` })
  return { to, value: hex(readQuantity(value, 'value') ?? 0n), data: readData({ data }) }
}

/** Fees, next nonce and gas limit of a transaction that the account sends to itself. */
export async function fillOwn(
  { address, network, rpc }: Own,
  { authorizes, data }: { authorizes: boolean; data: string },
) {
  const own = { from: address, to: address, data }
  const code = network.smartAccount && delegationTo(network.smartAccount)
  const [fees, nonce, gas] = await Promise.all([
    fillFees({}, rpc),
    askQuantity(rpc, 'eth_getTransactionCount', [address, 'pending']),
    // Estimated as if the account ran the code already.
    askQuantity(rpc, 'eth_estimateGas', [
      own,
      'latest',
      ...(code ? [{ [address]: { code } }] : []),
    ]),
  ])
  if (fees.type === '0x0')
    throw new FoyerError('atomicity-unsupported', { details: 'This network has no EIP-1559 fees.' })
  const limit = (gas * gasPercent) / 100n + (authorizes ? authorizationGas : 0n)
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  return { maxFeePerGas, maxPriorityFeePerGas, nonce: hex(nonce), gas: hex(limit) }
}

/**
 * Builds the request by which the account makes calls at once, after its upgrade if it is not a smart account yet.
 * @throws FoyerError `params-invalid`, `rpc-failed` with the node's message if a call would fail
 */
export async function buildTogether(
  given: readonly Call[],
  { isUpgraded, ...own }: Own & { isUpgraded: boolean },
): Promise<SignRequestInput> {
  const calls = given.map(readOwnCall)
  const { address: from, network } = own
  const filled = await fillOwn(own, { authorizes: !isUpgraded, data: encodeExecute(calls) })
  const upgrade = isUpgraded ? {} : { upgrade: { address: network.smartAccount as string } }
  return {
    method: 'wallet_sendCalls',
    chainId: hexChainId(network),
    params: [{ from, calls, together: { by: 'transaction', ...filled, ...upgrade } }],
  }
}
