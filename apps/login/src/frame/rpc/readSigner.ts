import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'
import { readAccountCode } from './readAccountCode.ts'
import { hexChainId } from './signingCall.ts'

/**
 * Returns in which form a message is signed: as a smart account of the network, whose signatures its code accepts (ERC-7739), or
 * as the plain account. A network that does not answer can not check a smart account's signature either.
 */
export async function readSigner(
  own: { address: string; network: FrameNetwork },
  rpc: Rpc,
): Promise<{ smartAccountOn?: string }> {
  const code = await readAccountCode(own, rpc).catch(() => 'none' as const)
  return code === 'ours' ? { smartAccountOn: hexChainId(own.network) } : {}
}
