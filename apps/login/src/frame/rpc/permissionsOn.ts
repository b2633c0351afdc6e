import { permissionsContract } from '@foyer/decode/internal'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'

/** `permissions()` of the account's code. @source contracts/FoyerAccount.sol */
const permissionsSelector = '0xab8c71c0'
/** `epochOf(address)` of the contract of permissions. @source contracts/FoyerPermissions.sol */
const epochSelector = '0x582805d9'

/** Returns whether accounts of a network can grant permissions: their code trusts the contract that enforces them. */
export async function hasPermissions(
  { smartAccount }: Pick<FrameNetwork, 'smartAccount'>,
  rpc: Rpc,
): Promise<boolean> {
  if (smartAccount === undefined) return false
  const call = { to: smartAccount, data: permissionsSelector }
  const answer = await rpc('eth_call', [call, 'latest']).catch(() => undefined)
  return isWord(answer) && BigInt(answer) === BigInt(permissionsContract)
}

/** Reads the account's epoch: its grants of earlier ones are void. @throws FoyerError `rpc-failed` */
export async function readEpoch(address: string, rpc: Rpc): Promise<bigint> {
  const data = `${epochSelector}${address.slice(2).toLowerCase().padStart(64, '0')}`
  const answer = await rpc('eth_call', [{ to: permissionsContract, data }, 'latest'])
  return isWord(answer) ? BigInt(answer) : 0n
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
