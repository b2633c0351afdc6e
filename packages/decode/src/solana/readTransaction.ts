import type { DescribeServices } from '../describeServices.ts'
import { type AccountBook, readLookupTable } from './accountBook.ts'
import { decodeBase64 } from './base64.ts'
import type { SolanaInstruction } from './instructionReading.ts'
import { parseSolanaTransaction } from './message.ts'
import { type ReadMessage, readSolanaMessage } from './readSolanaMessage.ts'
import { programs } from './solanaPrograms.ts'

/** A transaction with its accounts resolved to addresses. */
export type ReadTransaction = {
  /** The transaction in base64, for a node. */
  text: string
  message: ReadMessage
  instructions: readonly SolanaInstruction[]
  /** Addresses of all accounts; empty for one in a lookup table that could not be loaded. */
  accounts: readonly string[]
  /** Addresses of writable accounts. */
  writable: readonly string[]
  /** True when a lookup table could not be loaded. */
  unresolved: boolean
}

/** Parses the message of a base64 transaction. @throws {@link FoyerError} `params-invalid` */
export function readTransactionMessage(text: string): ReadMessage {
  return readSolanaMessage(parseSolanaTransaction(decodeBase64(text)).messageBytes)
}

/** Resolves all accounts to addresses, with the lookup tables that the book has loaded. */
export function resolveAccounts(
  text: string,
  message: ReadMessage,
  book: AccountBook,
): ReadTransaction {
  let unresolved = false
  const from = (table: string, indexes: readonly number[]) => {
    const addresses = readLookupTable(book.state(table))
    return indexes.map((index) => {
      const address = addresses?.[index]
      if (address === undefined) unresolved = true
      return address ?? ''
    })
  }
  const loadedWritable = message.lookups.flatMap(({ table, writable }) => from(table, writable))
  const loadedReadonly = message.lookups.flatMap(({ readonly, table }) => from(table, readonly))
  const accounts = [...message.accounts, ...loadedWritable, ...loadedReadonly]
  const { readonlySigned, readonlyUnsigned, required } = message
  const named = message.accounts.filter((_, index) =>
    index < required
      ? index < required - readonlySigned
      : index < message.accounts.length - readonlyUnsigned,
  )
  return {
    text,
    message,
    accounts,
    unresolved,
    writable: [...named, ...loadedWritable].filter((address) => address !== ''),
    instructions: message.instructions.map((instruction) => ({
      // Out of range: the chain would refuse the transaction; treat the program as unknown.
      program: accounts[instruction.program] ?? '',
      accounts: instruction.accounts.map((index) => accounts[index] ?? ''),
      data: instruction.data,
    })),
  }
}

/** Loads the lookup tables, then the accounts, then the mints of token accounts. */
export async function loadAccounts(
  rpc: DescribeServices['rpc'],
  book: AccountBook,
  transactions: readonly { text: string; message: ReadMessage }[],
): Promise<void> {
  const tables = transactions.flatMap(({ message }) => message.lookups.map(({ table }) => table))
  const named = transactions.flatMap(({ message }) => message.accounts)
  await book.load(rpc, [...tables, ...named])
  const known: ReadonlySet<string> = new Set(Object.values(programs))
  const all = transactions
    .flatMap(({ message, text }) => resolveAccounts(text, message, book).accounts)
    .filter((address) => address !== '' && !known.has(address))
  await book.load(rpc, all)
  await book.load(
    rpc,
    all.flatMap((address) => book.holding(address)?.mint ?? []),
  )
}
