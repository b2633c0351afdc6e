import type { FrameContext } from '@foyer/embedded/frame'
import type { Approve } from '../approvals/createApprove.ts'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'

/** Handles a method that needs the user's approval. `params` have the shape in protocol's table of methods. */
export type SigningCall = (call: {
  params: unknown
  network: FrameNetwork
  /** The user's account on this network. */
  address: string
  context: FrameContext
  approve: Approve
  rpc: Rpc
}) => Promise<unknown>

/** The chain id of an EVM network in hex, `0x…`. */
export function hexChainId({ id }: FrameNetwork): string {
  return `0x${BigInt(id.slice('eip155:'.length)).toString(16)}`
}
