import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { buildSigned, readSponsored } from './buildSigned.ts'
import { buildTogether, readUsableCode } from './buildTogether.ts'
import { encodeCallsId } from './callsId.ts'
import { broadcast } from './eth_sendTransaction.ts'
import { type Call, fillCalls } from './fillCalls.ts'
import type { NamedPaymaster } from './operations.ts'
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
 * Sends several calls after one approval that shows them all. A smart account makes them in one transaction, all or none, which
 * also upgrades it the first time (EIP-7702); where the operator pays for these calls, it is signed only, and the operator sends
 * it. A plain account sends one transaction a call: each one starts after the one
 * before it succeeded, and after a failure the rest is never sent; it refuses atomic bundles.
 * @returns `id` for `wallet_getCallsStatus`. It contains the sent transactions, also when sending stopped midway.
 * @throws {@link FoyerError} `atomicity-unsupported`, `capability-unsupported`, `bundle-too-large`, `params-invalid`, and
 *   what the first transaction throws
 * @source https://eips.ethereum.org/EIPS/eip-5792
 */
export const wallet_sendCalls: SigningCall = async ({
  accountType,
  approve,
  operations,
  params,
  sponsor,
  ...call
}) => {
  const [bundle] = params as [Bundle]
  const { address, network, rpc } = call
  const chainId = hexChainId(network)
  check(bundle, { address, chainId })
  const code = await readUsableCode({ accountType, address, network, rpc })
  const paymaster = readPaymaster(bundle)
  if (paymaster && operations && code === 'ours') {
    let send: Awaited<ReturnType<typeof operations.build>>['send']
    const build = async () => {
      const built = await operations.build(bundle.calls, paymaster)
      send = built.send
      return built.request
    }
    return approve({ ...call, build }, async (signed) => {
      const hash = await send(signed)
      return { id: encodeCallsId({ chainId, count: 1, hashes: [hash], isOperation: true }) }
    })
  }
  if (paymaster && !paymaster.optional)
    throw new FoyerError('capability-unsupported', {
      details: operations
        ? 'A paymaster can pay once this account is a smart account: send a batch without one first.'
        : 'paymasterService',
    })
  const isSponsored = code !== 'other' && (await sponsor?.pays(readSponsored(bundle.calls)))
  if (sponsor && isSponsored) {
    let finish: Awaited<ReturnType<typeof buildSigned>>['finish']
    const build = async () => {
      const isUpgraded = code === 'ours'
      const built = await buildSigned(bundle.calls, { address, isUpgraded, network, rpc })
      finish = built.finish
      return built.request
    }
    return approve({ ...call, build }, async (signed) => {
      const { hash, id } = await sponsor.send(finish(signed))
      return { id: encodeCallsId({ chainId, count: 1, hashes: [hash], sponsored: id }) }
    })
  }
  if (bundle.capabilities?.sponsor && bundle.capabilities.sponsor.optional !== true)
    throw new FoyerError('capability-unsupported', {
      details: 'The operator does not pay for these calls.',
    })
  // A single call needs no upgrade: it is atomic anyway.
  if (code === 'ours' || (code === 'none' && bundle.calls.length > 1)) {
    const build = () =>
      buildTogether(bundle.calls, { address, isUpgraded: code === 'ours', network, rpc })
    return approve({ ...call, build }, async (raw) => {
      const hash = await broadcast(raw, rpc)
      return { id: encodeCallsId({ chainId, count: 1, hashes: [hash] }) }
    })
  }
  // A single transaction is atomic anyway.
  if (bundle.atomicRequired === true && bundle.calls.length > 1)
    throw new FoyerError('atomicity-unsupported', {
      details: 'This account sends one transaction a call: ask with atomicRequired: false.',
    })
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

/** The paymaster that the site names. @throws FoyerError `params-invalid` @source https://eips.ethereum.org/EIPS/eip-7677 */
function readPaymaster({
  capabilities,
}: Bundle): (NamedPaymaster & { optional: boolean }) | undefined {
  const asked = capabilities?.paymasterService as
    | { optional?: boolean; url?: unknown; context?: unknown }
    | undefined
  if (!asked) return undefined
  const { context, optional, url } = asked
  const isContext = context === undefined || (typeof context === 'object' && context !== null)
  if (typeof url !== 'string' || !isContext)
    throw new FoyerError('params-invalid', { details: 'paymasterService' })
  return { context: context as NamedPaymaster['context'], optional: optional === true, url }
}

function check(
  { calls, capabilities = {}, chainId, from, id }: Bundle,
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
  if (calls.length > maxCalls)
    throw new FoyerError('bundle-too-large', { details: `At most ${maxCalls} calls.` })
  const known = new Set(['sponsor', 'paymasterService'])
  const requested = [
    ...Object.entries(capabilities).filter(([name]) => !known.has(name)),
    ...calls.flatMap((one) => Object.entries(one.capabilities ?? {})),
  ]
  for (const [name, capability] of requested)
    if ((capability as { optional?: boolean } | undefined)?.optional !== true)
      throw new FoyerError('capability-unsupported', { details: name.slice(0, 64) })
}
