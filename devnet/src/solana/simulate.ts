import {
  type Address,
  blockhash,
  getCompiledTransactionMessageEncoder,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata } from 'litesvm'
import type { AccountState } from './accountState.ts'
import type { Ledger } from './createLedger.ts'
import type { ReadTransaction } from './readTransaction.ts'
import { readRun } from './runTransaction.ts'
import { readTransactionError, type TransactionError } from './transactionError.ts'

/** The result of running a transaction now. */
export type Simulation = ReturnType<typeof readRun> & {
  error: TransactionError | null
  /** The resulting state of the addresses that it may write. */
  accounts: ReadonlyMap<Address, AccountState>
}

/** Runs a transaction without keeping its changes. */
export function simulate(
  ledger: Ledger,
  read: ReadTransaction,
  { replaceBlockhash, verify }: { replaceBlockhash: boolean; verify: boolean },
): Simulation {
  const refused = replaceBlockhash ? undefined : ledger.refuse(read)
  if (refused) return { ...nothing, error: refused }
  const { svm } = ledger
  svm.withSigverify(verify)
  try {
    const result = svm.simulateTransaction(
      replaceBlockhash
        ? withBlockhash(read, ledger.blockhashes.ofSlot(ledger.slot('processed')))
        : read.transaction,
    )
    const run = readRun(result.meta())
    if (result instanceof FailedTransactionMetadata)
      return { ...run, error: readTransactionError(result), accounts: nothing.accounts }
    const accounts = result
      .postAccounts()
      .map(
        ({ address, data, executable, lamports, programAddress: owner }) =>
          [address, { lamports, owner, executable, data: Uint8Array.from(data) }] as const,
      )
    return { ...run, error: null, accounts: new Map(accounts) }
  } finally {
    svm.withSigverify(true)
  }
}

const nothing: Simulation = {
  error: null,
  logs: [],
  computeUnits: 0,
  returnData: null,
  innerInstructions: [],
  accounts: new Map(),
}

function withBlockhash({ message, transaction }: ReadTransaction, hash: string): Transaction {
  const messageBytes = getCompiledTransactionMessageEncoder().encode({
    ...message,
    lifetimeToken: blockhash(hash),
  })
  return { ...transaction, messageBytes: messageBytes as Transaction['messageBytes'] }
}
