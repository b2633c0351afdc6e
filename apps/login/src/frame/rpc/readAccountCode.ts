import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'

/** Code that runs as the account on a network: none, the operator's, or other code. @source EIP-7702 */
export type AccountCode = 'none' | 'ours' | 'other'

/** Code of an account that runs the code at an address. @source EIP-7702 "Delegation Designation" */
export const delegationTo = (address: string): string => `0xef0100${address.slice(2).toLowerCase()}`

/** Asks the network which code the account runs now; `other` where there are no smart accounts. @throws FoyerError `rpc-failed` */
export async function readAccountCode(
  { address, network }: { address: string; network: FrameNetwork },
  rpc: Rpc,
): Promise<AccountCode> {
  const ours = network.smartAccount && delegationTo(network.smartAccount)
  if (ours === undefined) return 'other'
  const code = await rpc('eth_getCode', [address, 'latest'])
  if (code === '0x') return 'none'
  return typeof code === 'string' && code.toLowerCase() === ours ? 'ours' : 'other'
}
