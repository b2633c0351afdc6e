import {
  type Address,
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionVersionDecoder,
  type Transaction,
} from '@solana/kit'
import type { AccountState } from './accountState.ts'

/** A parsed transaction. */
export type ReadTransaction = {
  readonly transaction: Transaction
  /** Base58; undefined if the fee payer did not sign. */
  readonly signature: string | undefined
  readonly message: Message
}
/** The message versions that this chain supports. */
export type Message = Extract<
  ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>,
  { version: 'legacy' | 0 }
>

/** @throws Error if the bytes are not a transaction, or of an unsupported version. */
export function readTransaction(wire: Uint8Array): ReadTransaction {
  const transaction = getTransactionDecoder().decode(wire)
  const version = getTransactionVersionDecoder().decode(transaction.messageBytes)
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error(`transaction version ${version} is not supported`)
  const [first] = Object.values(transaction.signatures)
  return {
    transaction,
    signature: first ? getBase58Decoder().decode(first) : undefined,
    message: message as Message,
  }
}

const tableHeaderSize = 56

/** Resolves the addresses that a message takes from lookup tables; omits unknown ones. */
export function readLoadedAddresses(
  message: Message,
  read: (address: Address) => AccountState | undefined,
): { writable: Address[]; readonly: Address[] } {
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  const pick = (table: Address, indexes: readonly number[]) => {
    const data = read(table)?.data ?? new Uint8Array()
    return indexes.flatMap((index) => {
      const start = tableHeaderSize + index * 32
      return start + 32 <= data.length
        ? [getAddressDecoder().decode(data.slice(start, start + 32))]
        : []
    })
  }
  return {
    writable: lookups.flatMap((one) => pick(one.lookupTableAddress, one.writableIndexes)),
    readonly: lookups.flatMap((one) => pick(one.lookupTableAddress, one.readonlyIndexes)),
  }
}

/** True if a message may write the account at this index of its own list. */
export function isWritable({ header, staticAccounts }: Message, index: number): boolean {
  return index < header.numSignerAccounts
    ? index < header.numSignerAccounts - header.numReadonlySignerAccounts
    : index < staticAccounts.length - header.numReadonlyNonSignerAccounts
}
