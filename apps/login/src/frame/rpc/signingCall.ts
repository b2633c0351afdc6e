import type { FrameContext } from '@foyer/embedded/frame'
import type { Approve } from '../approvals/createApprove.ts'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'

/** A method that asks the user, with its services. Its parameters match protocol's table. */
export type SigningCall = (call: {
  params: unknown
  network: FrameNetwork
  /** The account of the session on this network. */
  address: string
  context: FrameContext
  approve: Approve
  rpc: Rpc
}) => Promise<unknown>

/** `0x…` of an EVM network. */
export function hexChainId({ id }: FrameNetwork): string {
  return `0x${BigInt(id.slice('eip155:'.length)).toString(16)}`
}
