import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { encodeCallsId } from './callsId.ts'
import { broadcast } from './eth_sendTransaction.ts'
import { type Call, fillCalls } from './fillCalls.ts'
import { hexChainId, type SigningCall } from './signingCall.ts'
import { waitForReceipt } from './waitForReceipt.ts'

type Bundle = {
  from?: unknown
  chainId?: unknown
  version?: unknown
  id?: unknown
  atomicRequired?: unknown
  capabilities?: Readonly<Record<string, { optional?: boolean } | undefined>>
  calls: readonly (Call & { capabilities?: object })[]
}

/** Maximum of calls in a bundle, each shown to the user. @source security 3.4 */
const maxCalls = 20

/**
 * Sends several calls as one transaction each, in order, after one approval that shows them all. Each one starts after the
 * one before it succeeded; after a failure the rest is never sent. Refuses atomic bundles, which an EOA can not send.
 * @returns `id` for `wallet_getCallsStatus`. It contains the sent transactions, also when sending stopped midway.
 * @throws {@link FoyerError} `atomicity-unsupported`, `capability-unsupported`, `bundle-too-large`, `params-invalid`, and
 *   what the first transaction throws
 * @source https://eips.ethereum.org/EIPS/eip-5792
 */
export const wallet_sendCalls: SigningCall = async ({ approve, params, ...call }) => {
  const [bundle] = params as [Bundle]
  const { address, network, rpc } = call
  const chainId = hexChainId(network)
  check(bundle, { address, chainId })
  return approve(
    {
      ...call,
      build: async () => ({
        method: 'wallet_sendCalls',
        chainId,
        params: [
          {
            from: address,
            calls: await fillCalls(bundle.calls, { chainId: BigInt(chainId), from: address, rpc }),
          },
        ],
      }),
    },
    async (signed) => {
      const raws = signed as readonly string[]
      const hashes = await sendInOrder(raws, call)
      return { id: encodeCallsId({ chainId, count: raws.length, hashes }) }
    },
  )
}

/** @returns The hashes of the transactions that were sent. @throws FoyerError why the first one was not */
async function sendInOrder(
  raws: readonly string[],
  call: Pick<Parameters<SigningCall>[0], 'context' | 'rpc'>,
): Promise<string[]> {
  const hashes: string[] = []
  for (const raw of raws) {
    try {
      const hash = await broadcast(raw, call.rpc)
      hashes.push(hash)
      if (hashes.length === raws.length) break
      const { status } = await waitForReceipt(hash, call)
      if (status !== '0x1') break
    } catch (error) {
      // Sent calls can not be undone: return the id, so that the site can read what was sent and what is missing.
      if (hashes.length === 0) throw error
      break
    }
  }
  return hashes
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
