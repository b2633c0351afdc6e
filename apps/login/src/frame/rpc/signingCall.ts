import type { FrameContext } from '@foyer/embedded/frame'
import type { Approve } from '../approvals/createApprove.ts'
import type { AccountType } from '../createFrameAccount.ts'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'
import type { PermissionList } from './createPermissionList.ts'
import type { Sponsor } from './createSponsor.ts'
import type { Operations } from './operations.ts'

/** Handles a method that needs the user's approval. `params` have the shape in protocol's table of methods. */
export type SigningCall = (call: {
  params: unknown
  network: FrameNetwork
  /** The user's account on this network. */
  address: string
  context: FrameContext
  approve: Approve
  rpc: Rpc
  /** The account type that the user prefers. */
  accountType: () => Promise<AccountType>
  /** The user's list of permissions, at the server. */
  permissions: PermissionList
  /** The operator, if it pays gas on this network. */
  sponsor?: Sponsor | undefined
  /** Operations that a site's paymaster pays for, if the operator has a bundler for this network. */
  operations?: Operations | undefined
}) => Promise<unknown>

/** The chain id of an EVM network in hex, `0x…`. */
export function hexChainId({ id }: FrameNetwork): string {
  return `0x${BigInt(id.slice('eip155:'.length)).toString(16)}`
}
