import { type Address, getBase58Decoder, getBase58Encoder, getBase64Encoder } from '@solana/kit'
import type { InnerInstruction, LandedTransaction } from '../history.ts'
import { isWritable, type Message, readTransaction } from '../readTransaction.ts'
import { parseInstruction } from './parseInstruction.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64'

/**
 * Encodes a transaction and its result for `getTransaction` and `getBlock`.
 *
 * @throws RpcError -32015 for a versioned transaction that the caller does not accept.
 */
export function encodeTransaction(
  landed: LandedTransaction,
  { encoding, maxVersion }: { encoding: TransactionEncoding; maxVersion: number | undefined },
) {
  const { message, transaction } = readTransaction(
    Uint8Array.from(getBase64Encoder().encode(landed.wire)),
  )
  if (message.version !== 'legacy' && (maxVersion === undefined || message.version > maxVersion))
    throw new RpcError(
      rpcCodes.unsupportedTransactionVersion,
      `Transaction version (${message.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${message.version}`,
    )
  const signatures = Object.values(transaction.signatures).map((one) =>
    getBase58Decoder().decode(one ?? new Uint8Array(64)),
  )
  const bodies = {
    base64: () => [landed.wire, 'base64'],
    base58: () => [getBase58Decoder().decode(getBase64Encoder().encode(landed.wire)), 'base58'],
    json: () => ({ signatures, message: encodeMessage(message) }),
    jsonParsed: () => ({ signatures, message: parseMessage(message, landed) }),
  }
  return {
    meta: encodeMeta(landed, encoding === 'jsonParsed'),
    transaction: bodies[encoding](),
    // A caller that sends no maximum version only understands legacy transactions.
    ...(maxVersion === undefined ? {} : { version: message.version }),
  }
}

function encodeMeta(landed: LandedTransaction, parse: boolean) {
  const { error } = landed
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: BigInt(landed.fee),
    preBalances: landed.preBalances.map(BigInt),
    postBalances: landed.postBalances.map(BigInt),
    preTokenBalances: landed.preTokenBalances,
    postTokenBalances: landed.postTokenBalances,
    innerInstructions: encodeInnerInstructions(landed.innerInstructions, {
      accounts: landed.accounts,
      parse,
    }),
    logMessages: landed.logs,
    rewards: [],
    computeUnitsConsumed: landed.computeUnits,
    ...(landed.returnData ? { returnData: landed.returnData } : {}),
    ...(parse ? {} : { loadedAddresses: landed.loaded }),
  }
}

/** The instructions called by programs, by index or by name. */
export function encodeInnerInstructions(
  called: LandedTransaction['innerInstructions'],
  { accounts, parse }: { accounts: readonly Address[]; parse: boolean },
) {
  if (!parse) return called
  return called.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((one: InnerInstruction) =>
      parseInstruction({
        program: accounts[one.programIdIndex] as Address,
        accounts: one.accounts.map((place) => accounts[place] as Address),
        data: Uint8Array.from(getBase58Encoder().encode(one.data)),
        stackHeight: one.stackHeight,
      }),
    ),
  }))
}

function encodeMessage(message: Message) {
  const { header, instructions, lifetimeToken, staticAccounts } = message
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(({ accountIndices = [], data, programAddressIndex }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices,
      data: getBase58Decoder().decode(data ?? new Uint8Array()),
      stackHeight: 1,
    })),
    ...lookups(message),
  }
}

function parseMessage(message: Message, { accounts, loaded }: LandedTransaction) {
  const { header, instructions, lifetimeToken, staticAccounts } = message
  const isLoadedWritable = (place: number) => place < staticAccounts.length + loaded.writable.length
  return {
    accountKeys: accounts.map((pubkey, place) => ({
      pubkey,
      signer: place < header.numSignerAccounts,
      writable:
        place < staticAccounts.length ? isWritable(message, place) : isLoadedWritable(place),
      source: place < staticAccounts.length ? 'transaction' : 'lookupTable',
    })),
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(({ accountIndices = [], data, programAddressIndex }) =>
      parseInstruction({
        program: accounts[programAddressIndex] as Address,
        accounts: accountIndices.map((place) => accounts[place] as Address),
        data: Uint8Array.from(data ?? []),
        stackHeight: 1,
      }),
    ),
    ...lookups(message),
  }
}

function lookups(message: Message) {
  if (message.version === 'legacy') return {}
  const tables = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  return {
    addressTableLookups: tables.map(({ lookupTableAddress, readonlyIndexes, writableIndexes }) => ({
      accountKey: lookupTableAddress,
      readonlyIndexes,
      writableIndexes,
    })),
  }
}
