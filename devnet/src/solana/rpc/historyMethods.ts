import * as v from 'valibot'
import { identity, slotMs } from '../cluster.ts'
import type { Commitment, Ledger } from '../createLedger.ts'
import type { LandedTransaction } from '../history.ts'
import { encodeTransaction, type TransactionEncoding } from './encodeTransaction.ts'
import { method, type RpcMethod } from './method.ts'
import {
  address,
  bankEntries,
  commitment,
  config,
  readBank,
  signature,
  whole,
  withContext,
} from './params.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

const encoding = v.optional(v.nullable(v.picklist(['json', 'jsonParsed', 'base58', 'base64'])))
const version = v.optional(v.nullable(whole))
const onlyEncoding = v.pipe(
  v.picklist(['json', 'jsonParsed', 'base58', 'base64']),
  v.transform((name) => ({ encoding: name })),
)
const transactionConfig = config({
  commitment: v.optional(commitment, 'finalized'),
  encoding,
  maxSupportedTransactionVersion: version,
})
const blockConfig = config({
  commitment: v.optional(commitment, 'finalized'),
  encoding,
  maxSupportedTransactionVersion: version,
  transactionDetails: v.optional(v.nullable(v.picklist(['full', 'signatures', 'none']))),
  rewards: v.optional(v.nullable(v.boolean())),
})
const signaturesLimit = 1_000
const mostStatuses = 256
const mostSlots = 500_000

const isVisible = (ledger: Ledger, { slot }: LandedTransaction, wanted: Commitment) =>
  BigInt(slot) <= ledger.slot(wanted)

const encodingOf = (options: {
  encoding?: TransactionEncoding | null | undefined
  maxSupportedTransactionVersion?: number | null | undefined
}) => ({
  encoding: options.encoding ?? ('json' as const),
  maxVersion: options.maxSupportedTransactionVersion ?? undefined,
})

/** Methods about past transactions and blocks. */
export const historyMethods: Readonly<Record<string, RpcMethod>> = {
  getSignatureStatuses: method(
    v.tuple([
      v.pipe(
        v.array(signature),
        v.maxLength(mostStatuses, `Too many inputs provided; max ${mostStatuses}`),
      ),
      config({ searchTransactionHistory: v.optional(v.nullable(v.boolean())) }),
    ]),
    (ledger, [signatures]) =>
      withContext(
        ledger.slot('processed'),
        signatures.map((one) => {
          const found = ledger.history.get(one)
          return found ? statusOf(ledger, found) : null
        }),
      ),
  ),
  getSignaturesForAddress: method(
    v.tuple([
      address,
      config({
        ...bankEntries,
        before: v.optional(v.nullable(signature)),
        until: v.optional(v.nullable(signature)),
        limit: v.optional(v.nullable(v.pipe(whole, v.minValue(1), v.maxValue(signaturesLimit)))),
      }),
    ]),
    (ledger, [at, { before, limit, until, ...options }]) => {
      readBank(ledger, options)
      const all = ledger.history.ofAddress(at)
      const place = (one: string | null | undefined) =>
        all.findIndex((transaction) => transaction.signature === one)
      // An unknown signature has nothing before it.
      const start = before ? (place(before) < 0 ? all.length : place(before) + 1) : 0
      const end = until && place(until) >= 0 ? place(until) : all.length
      return all
        .slice(start, end)
        .filter((one) => isVisible(ledger, one, options.commitment))
        .slice(0, limit ?? signaturesLimit)
        .map((one) => ({
          signature: one.signature,
          slot: one.slot,
          err: one.error,
          memo: one.memo,
          blockTime: one.blockTime,
          confirmationStatus: ledger.commitmentOf(BigInt(one.slot)),
        }))
    },
  ),
  getTransaction: method(
    v.tuple([signature, v.union([onlyEncoding, transactionConfig])]),
    (ledger, [one, options]) => {
      const read = { commitment: 'finalized' as const, ...options }
      const found = ledger.history.get(one)
      if (!found || !isVisible(ledger, found, read.commitment)) return null
      const { blockTime, slot } = found
      return { slot, blockTime, ...encodeTransaction(found, encodingOf(read)) }
    },
  ),
  getBlock: method(
    v.tuple([whole, v.union([onlyEncoding, blockConfig])]),
    (ledger, [slot, options]) => {
      const read = { commitment: 'finalized' as const, ...options }
      const details = ('transactionDetails' in read && read.transactionDetails) || 'full'
      const number = BigInt(slot)
      if (number > ledger.slot(read.commitment))
        throw new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${slot}`)
      const landed = ledger.history.ofSlot(number)
      return {
        blockhash: ledger.blockhashes.ofSlot(number),
        previousBlockhash: ledger.blockhashes.ofSlot(number > 0n ? number - 1n : 0n),
        parentSlot: slot > 0 ? slot - 1 : 0,
        blockHeight: slot,
        blockTime: blockTime(ledger, slot),
        ...(details === 'signatures' ? { signatures: landed.map((one) => one.signature) } : {}),
        ...(details === 'full'
          ? { transactions: landed.map((one) => encodeTransaction(one, encodingOf(read))) }
          : {}),
        rewards: [],
      }
    },
  ),
  getBlocks: method(
    v.tuple([
      whole,
      v.optional(v.nullable(v.union([whole, config(bankEntries)]))),
      config(bankEntries),
    ]),
    (ledger, [first, last, options]) => {
      const newest = Number(ledger.slot(options.commitment))
      return slots(first, Math.min(typeof last === 'number' ? last : newest, newest))
    },
  ),
  getBlocksWithLimit: method(
    v.tuple([whole, v.pipe(whole, v.maxValue(mostSlots)), config(bankEntries)]),
    (ledger, [first, limit, options]) =>
      slots(first, Math.min(first + limit - 1, Number(ledger.slot(options.commitment)))),
  ),
  getBlockTime: method(v.tuple([whole]), (ledger, [slot]) => {
    if (BigInt(slot) > ledger.slot('processed'))
      throw new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${slot}`)
    return blockTime(ledger, slot)
  }),
  getBlockProduction: method(v.tuple([config(bankEntries)]), (ledger, [options]) => {
    const { slot } = readBank(ledger, options)
    return withContext(slot, {
      byIdentity: { [identity]: [slot, slot] },
      range: { firstSlot: 0, lastSlot: slot },
    })
  }),
}

/** The commitment of a transaction, as in `getSignatureStatuses`. */
function statusOf(ledger: Ledger, { error, slot }: LandedTransaction) {
  const confirmationStatus = ledger.commitmentOf(BigInt(slot))
  return {
    slot,
    confirmations:
      confirmationStatus === 'finalized' ? null : Number(ledger.slot('processed')) - slot,
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    confirmationStatus,
  }
}

/** The time of a slot: stored if it has transactions, otherwise computed from the slot duration. */
function blockTime(ledger: Ledger, slot: number): number {
  const [landed] = ledger.history.ofSlot(BigInt(slot))
  if (landed) return landed.blockTime
  const since = (Number(ledger.slot('processed')) - slot) * slotMs
  return Math.floor((Date.now() - since) / 1000)
}

function slots(first: number, last: number): number[] {
  if (last - first > mostSlots)
    throw new RpcError(rpcCodes.invalidParams, `Slot range too large; max ${mostSlots}`)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
