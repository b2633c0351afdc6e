import {
  type Address,
  getBase58Decoder,
  getBase64Decoder,
  getTransactionEncoder,
  getUtf8Decoder,
} from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { type AccountState, readAccountState } from './accountState.ts'
import { readFee } from './fee.ts'
import type { LandedTransaction } from './history.ts'
import { memoProgram } from './programs.ts'
import {
  isWritable,
  type Message,
  type ReadTransaction,
  readLoadedAddresses,
} from './readTransaction.ts'
import { readTokenBalances } from './tokenBalances.ts'
import { readTransactionError, type TransactionError } from './transactionError.ts'

/** The result of running a transaction. */
export type Outcome =
  | {
      kind: 'landed'
      transaction: LandedTransaction
      written: { address: Address; before: AccountState | undefined }[]
    }
  /** It paid no fee and is in no block. */
  | { kind: 'dropped'; error: TransactionError }

/** Runs a transaction, and records its changes. */
export function runTransaction(
  svm: LiteSVM,
  { message, signature, transaction }: ReadTransaction,
  { index, slot }: { index: number; slot: number },
): Outcome {
  const read = (address: Address) => readAccountState(svm, address)
  const loaded = readLoadedAddresses(message, read)
  const accounts = [...message.staticAccounts, ...loaded.writable, ...loaded.readonly]
  const before = accounts.map(read)
  const preTokenBalances = readTokenBalances(accounts, read)
  const result = svm.sendTransaction(transaction)
  const isFailed = result instanceof FailedTransactionMetadata
  const after = accounts.map(read)
  const error = isFailed ? readTransactionError(result) : null
  // A transaction that paid its fee is in a block, even if it failed.
  if (error !== null && before[0]?.lamports === after[0]?.lamports)
    return { kind: 'dropped', error }
  const meta = isFailed ? result.meta() : result
  const balances = (states: readonly (AccountState | undefined)[]) =>
    states.map((state) => String(state?.lamports ?? 0n))
  return {
    kind: 'landed',
    written: accounts.flatMap((address, place) =>
      isWritable(message, place) || loaded.writable.includes(address)
        ? [{ address, before: before[place] }]
        : [],
    ),
    transaction: {
      signature: signature ?? '',
      slot,
      index,
      blockTime: Math.floor(Date.now() / 1000),
      wire: getBase64Decoder().decode(getTransactionEncoder().encode(transaction)),
      accounts,
      loaded,
      error,
      fee: String(readFee(message)),
      preBalances: balances(before),
      postBalances: balances(after),
      preTokenBalances,
      postTokenBalances: readTokenBalances(accounts, read),
      ...readRun(meta),
      memo: readMemo(message),
    },
  }
}

/** The logs and compute units of a run. */
export function readRun(meta: TransactionMetadata) {
  const data = meta.returnData().data()
  return {
    logs: meta.logs(),
    computeUnits: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0
        ? null
        : {
            programId: getBase58Decoder().decode(meta.returnData().programId()) as Address,
            data: [getBase64Decoder().decode(data), 'base64'] as [string, 'base64'],
          },
    innerInstructions: meta.innerInstructions().flatMap((called, index) =>
      called.length === 0
        ? []
        : [
            {
              index,
              instructions: called.map((one) => ({
                programIdIndex: one.instruction().programIdIndex(),
                accounts: [...one.instruction().accounts()],
                data: getBase58Decoder().decode(one.instruction().data()),
                stackHeight: one.stackHeight(),
              })),
            },
          ],
    ),
  }
}

/** Borsh text: its length in brackets, then the text. */
function readMemo({ instructions, staticAccounts }: Message): string | null {
  const memos = instructions.flatMap(({ data, programAddressIndex }) =>
    staticAccounts[programAddressIndex] === memoProgram && data
      ? [`[${data.length}] ${getUtf8Decoder().decode(data)}`]
      : [],
  )
  return memos.length === 0 ? null : memos.join('; ')
}
