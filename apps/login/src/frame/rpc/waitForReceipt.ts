import type { FrameContext } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import type { Rpc } from '../createRpc.ts'

/** Poll interval, in ms. */
const pauseMs = 1_000

/** A node's receipt of a mined transaction; `status` is `0x1` for success. */
export type Receipt = { status?: string | undefined } & Readonly<Record<string, unknown>>

/** Polls until a transaction is mined. @throws FoyerError `request-aborted` */
export async function waitForReceipt(
  hash: string,
  { context: { signal }, rpc }: { context: Pick<FrameContext, 'signal'>; rpc: Rpc },
): Promise<Receipt> {
  for (;;) {
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (signal.aborted) throw new FoyerError('request-aborted')
  }
}
