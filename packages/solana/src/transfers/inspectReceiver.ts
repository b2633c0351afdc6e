import type { ReceiverKind, Rpc } from '@foyer/core'
import { type Address, isOffCurveAddress } from '@solana/kit'
import { systemProgram, tokenPrograms } from '../programs.ts'
import { readAccounts } from '../readAccounts.ts'

/** Reads what is at an address: a wallet, an account of a program, or a token or its account. */
export async function inspectReceiver({
  rpc,
  to,
}: {
  rpc: Rpc
  to: string
}): Promise<ReceiverKind> {
  const [account = null] = await readAccounts(rpc, [to])
  if (account && tokenPrograms.includes(account.owner)) return 'token'
  const isWallet = !account || (account.owner === systemProgram && account.bytes.length === 0)
  return isWallet && !isOffCurveAddress(to as Address) ? 'account' : 'contract'
}
