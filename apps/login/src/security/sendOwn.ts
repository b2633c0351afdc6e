import type { SignRequestInput } from '@foyer/decode'
import { FoyerError, toFoyerError } from '@foyer/protocol'
import type { PageAccount } from '../account/createPageAccount.ts'
import { UnconfirmedError } from '../account/UnconfirmedError.ts'
import type { Boot } from '../boot.ts'
import { createRpc, type Rpc } from '../frame/createRpc.ts'
import { broadcast } from '../frame/rpc/eth_sendTransaction.ts'
import { waitForReceipt } from '../frame/rpc/waitForReceipt.ts'

/** Errors of a broadcast that leave open whether the node has the transaction. */
const unclear: readonly string[] = ['http-failed', 'request-timed-out', 'unknown']

/**
 * Signs and sends a transaction that the user has confirmed on this page, and waits until the network has confirmed it.
 * @param options.confirmMs - Time for the network to confirm, ms. @default 120_000
 * @throws FoyerError `action-not-allowed`, `rpc-failed`; `transaction-rejected` if the network has reverted it
 * @throws {@link UnconfirmedError} if it may have been sent, and is not confirmed in time
 */
export async function sendOwn(
  account: Pick<PageAccount, 'call' | 'session'>,
  {
    build,
    confirmMs = 120_000,
    network,
  }: {
    build: (rpc: Rpc) => Promise<SignRequestInput>
    confirmMs?: number
    network: Boot['networks'][number]
  },
): Promise<void> {
  const { keys } = account.session
  const rpc = createRpc(account, { chainId: network.id })
  const rid = crypto.randomUUID()
  const { digest } = await keys.ask('prepare', { rid, request: await build(rpc) })
  const raw = await keys.ask('sign', { rid, digest })
  const hash = await broadcast(raw, rpc).catch((cause: unknown) => {
    if (isUnclear(toFoyerError(cause))) throw new UnconfirmedError('', { cause })
    throw cause
  })
  const context = { signal: AbortSignal.timeout(confirmMs) }
  const { status } = await waitForReceipt(hash, { context, rpc }).catch((cause: unknown) => {
    throw new UnconfirmedError(hash, { cause })
  })
  if (status !== '0x1') throw new FoyerError('transaction-rejected', { details: hash })
}

/** A node that refuses tells a number; without one its answer was lost. */
const isUnclear = ({ cause, code }: FoyerError): boolean =>
  unclear.includes(code) || (code === 'rpc-failed' && typeof Object(cause).code !== 'number')
