import type { SignRequestInput } from '@foyer/decode'
import type { PageAccount } from '../account/createPageAccount.ts'
import type { Boot } from '../boot.ts'
import { createRpc, type Rpc } from '../frame/createRpc.ts'
import { broadcast } from '../frame/rpc/eth_sendTransaction.ts'
import { waitForReceipt } from '../frame/rpc/waitForReceipt.ts'

/** Time for the network to confirm, ms. */
const confirmMs = 120_000

/**
 * Signs and sends a transaction that the user has confirmed on this page, and waits until the network has confirmed it.
 * @throws FoyerError `action-not-allowed`, `rpc-failed`, `request-aborted`
 */
export async function sendOwn(
  account: Pick<PageAccount, 'call' | 'session'>,
  {
    build,
    network,
  }: { build: (rpc: Rpc) => Promise<SignRequestInput>; network: Boot['networks'][number] },
): Promise<void> {
  const { keys } = account.session
  const rpc = createRpc(account, { chainId: network.id })
  const rid = crypto.randomUUID()
  const { digest } = await keys.ask('prepare', { rid, request: await build(rpc) })
  const hash = await broadcast(await keys.ask('sign', { rid, digest }), rpc)
  await waitForReceipt(hash, { context: { signal: AbortSignal.timeout(confirmMs) }, rpc })
}
