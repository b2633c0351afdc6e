import { fromBase58 } from '../bytes.ts'
import { systemProgram, tokenPrograms } from '../programs.ts'
import type { SentTransaction } from './sentTransaction.ts'

/** A transfer of a transaction, as Solana Pay writes it. */
export type PaidTransfer = {
  /** Smallest units. */
  readonly amount: bigint
  /** undefined: SOL. */
  readonly mint: string | undefined
  /** The receiver; of tokens, the owner of the account that they went to. */
  readonly to: string | undefined
  /** Every account that the transfer names beyond its own. */
  readonly references: readonly string[]
}

/** Instruction numbers. @source solana-system-interface; spl-token-interface `TransferChecked` */
const transferCoins = 2
const transferChecked = 12

/** Lists the transfers of a transaction: those at its top, not those inside other programs. */
export function readTransfers({ holdings, instructions }: SentTransaction): PaidTransfer[] {
  return instructions.flatMap(({ accounts, data: text, program }): PaidTransfer[] => {
    const data = Uint8Array.from(fromBase58(text))
    const view = new DataView(data.buffer)
    if (
      program === systemProgram &&
      data.length === 12 &&
      view.getUint32(0, true) === transferCoins
    )
      return [
        {
          amount: view.getBigUint64(4, true),
          mint: undefined,
          to: accounts[1],
          references: accounts.slice(2),
        },
      ]
    if (tokenPrograms.includes(program) && data.length === 10 && data[0] === transferChecked)
      return [
        {
          amount: view.getBigUint64(1, true),
          mint: accounts[1],
          to: holdings.get(accounts[2] ?? '')?.owner,
          references: accounts.slice(4),
        },
      ]
    return []
  })
}
