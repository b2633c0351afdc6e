import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { encodeCallsId } from './callsId.ts'
import { eth_sendTransaction } from './eth_sendTransaction.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'
import { waitForReceipt } from './waitForReceipt.ts'

type Bundle = {
  from?: unknown
  chainId?: unknown
  version?: unknown
  id?: unknown
  atomicRequired?: unknown
  capabilities?: Readonly<Record<string, { optional?: boolean } | undefined>>
  calls: readonly { to?: string; data?: string; value?: string; capabilities?: object }[]
}

/** Maximum of calls in a bundle, each shown to the user. @source security 3.4 */
const maxCalls = 20

/**
 * Sends several calls as one transaction each, in order. Each is shown and approved separately, and the next one starts
 * after the previous one succeeded. Refuses atomic bundles, which an EOA can not send.
 * @returns `id` for `wallet_getCallsStatus`. It contains the sent transactions, also when the user stopped midway.
 * @throws {@link FoyerError} `atomicity-unsupported`, `capability-unsupported`, `bundle-too-large`, `params-invalid`, and
 *   what the first transaction throws
 * @source https://eips.ethereum.org/EIPS/eip-5792
 */
export const wallet_sendCalls: SigningCall = async ({ params, ...call }) => {
  const [bundle] = params as [Bundle]
  const { address, network } = call
  check(bundle, { address, chainId: hexChainId(network) })
  const hashes: string[] = []
  for (const { to, data, value } of bundle.calls) {
    const transaction = {
      from: address,
      ...(to !== undefined && { to }),
      ...(data !== undefined && { data }),
      ...(value !== undefined && { value }),
    }
    try {
      const hash = await eth_sendTransaction({ ...call, params: [transaction] })
      hashes.push(hash as string)
      if (hashes.length === bundle.calls.length) break
      const { status } = await waitForReceipt(hash as string, call)
      if (status !== '0x1') break
    } catch (error) {
      // Sent calls can not be undone: return the id, so that the site can read what was sent and what is missing.
      if (hashes.length === 0) throw error
      break
    }
  }
  const id = encodeCallsId({ chainId: hexChainId(network), count: bundle.calls.length, hashes })
  return { id }
}

function check(
  { atomicRequired, calls, capabilities = {}, chainId, from, id }: Bundle,
  own: { address: string; chainId: string },
): void {
  requireOwnAccount(from, own.address)
  if (
    chainId !== undefined &&
    (typeof chainId !== 'string' || BigInt(chainId) !== BigInt(own.chainId))
  )
    throw new FoyerError('chain-unrecognised', {
      details: 'The bundle is for another network than the active one.',
    })
  if (id !== undefined)
    throw new FoyerError('params-invalid', { details: 'The wallet names its bundles itself.' })
  // A single transaction is atomic anyway.
  if (atomicRequired === true && calls.length > 1)
    throw new FoyerError('atomicity-unsupported', {
      details: 'This account sends one transaction a call: ask with atomicRequired: false.',
    })
  if (calls.length > maxCalls)
    throw new FoyerError('bundle-too-large', { details: `At most ${maxCalls} calls.` })
  const requested = [capabilities, ...calls.map((one) => one.capabilities ?? {})]
  for (const one of requested)
    for (const [name, capability] of Object.entries(one))
      if ((capability as { optional?: boolean } | undefined)?.optional !== true)
        throw new FoyerError('capability-unsupported', { details: name.slice(0, 64) })
}
