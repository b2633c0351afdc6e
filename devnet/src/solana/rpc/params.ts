import { type Address, isAddress, isSignature, type Signature } from '@solana/kit'
import * as v from 'valibot'
import type { Bank } from '../banks.ts'
import type { Commitment, Ledger } from '../createLedger.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

export const address = v.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value),
  'expected an address, 32 bytes in base58',
)
export const signature = v.custom<Signature>(
  (value) => typeof value === 'string' && isSignature(value),
  'expected a signature, 64 bytes in base58',
)
/** A whole number from 0 to 2^53 - 1. */
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const deprecatedNames = {
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
} as const
/** A commitment, including the names of older clients. */
export const commitment = v.pipe(
  v.picklist(['processed', 'confirmed', 'finalized', ...Object.keys(deprecatedNames)]),
  v.transform(
    (name): Commitment =>
      deprecatedNames[name as keyof typeof deprecatedNames] ?? (name as Commitment),
  ),
)

/** The last param of most methods. */
export const bankEntries = {
  commitment: v.optional(commitment, 'finalized'),
  minContextSlot: v.optional(v.nullable(whole)),
}
/** An optional object; null is allowed. */
export const config = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(
    v.pipe(
      v.nullable(v.looseObject({})),
      v.transform((value) => value ?? {}),
      v.object(entries),
    ),
    {},
  )

/** Checks that a caller may read this slot. @throws RpcError -32016 */
export function readBank(
  ledger: Ledger,
  {
    commitment: wanted,
    minContextSlot,
  }: { commitment: Commitment; minContextSlot?: number | null | undefined },
): Bank {
  const bank = ledger.bank(wanted)
  if (minContextSlot !== undefined && minContextSlot !== null && minContextSlot > bank.slot) {
    throw new RpcError(
      rpcCodes.minContextSlotNotReached,
      'Minimum context slot has not been reached',
      { contextSlot: bank.slot },
    )
  }
  return bank
}

/** Wraps a value like most answers, with its context. */
export const withContext = (slot: bigint, value: unknown) => ({
  context: { slot, apiVersion: apiVersion },
  value,
})
/** The Agave release that these answers match. */
export const apiVersion = '3.1.0'
