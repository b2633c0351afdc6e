import type { Address } from '@solana/kit'
import type { LiteSVM, SlotHash } from 'litesvm'
import { type Bank, createBanks } from './banks.ts'
import { type Blockhashes, createBlockhashes } from './blockhashes.ts'
import { blockhashWindow, finalizedAfterSlots, slotsPerEpoch } from './cluster.ts'
import { createHistory, type History, type LandedTransaction } from './history.ts'
import type { ReadTransaction } from './readTransaction.ts'
import { type Outcome, runTransaction } from './runTransaction.ts'
import type { TransactionError } from './transactionError.ts'

/** Commitment levels. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Events for watchers. */
export type LedgerEvent =
  /** Transactions reached this commitment, with the accounts that they wrote. */
  | {
      kind: 'reached'
      commitment: Commitment
      transactions: readonly LandedTransaction[]
      written: readonly Address[]
    }
  /** A slot started; `root` is now final. */
  | { kind: 'slot'; slot: bigint; root: bigint }

/** The chain: the virtual machine, its slots and its history. */
export type Ledger = {
  readonly svm: LiteSVM
  readonly history: History
  readonly blockhashes: Blockhashes
  /** Makes this chain's blockhashes differ from any other's. */
  readonly seed: string
  /** The newest slot with this commitment. */
  slot: (commitment: Commitment) => bigint
  bank: (commitment: Commitment) => Bank
  /** The commitment of a slot. */
  commitmentOf: (slot: bigint) => Commitment
  /** Why a transaction can not be in the next block, whatever it does. */
  refuse: (transaction: ReadTransaction) => TransactionError | undefined
  /** Runs a transaction in the open slot. */
  land: (transaction: ReadTransaction) => Outcome
  /** Closes the open slot and starts the next one. */
  advance: () => void
  /** @returns A stop function. */
  watch: (listener: (event: LedgerEvent) => void) => () => void
}

/** @param slot The slot that is open first. */
export function createLedger({
  count = 0,
  finalizedAfter = finalizedAfterSlots,
  seed,
  slot: firstSlot,
  svm,
  transactions = [],
}: createLedger.Options): Ledger {
  let slot = firstSlot
  // The initial accounts are final.
  const floor = firstSlot - 1n
  const history = createHistory({ count, transactions })
  const blockhashes = createBlockhashes({ seed, slot })
  const banks = createBanks(svm)
  const listeners = new Set<(event: LedgerEvent) => void>()
  const written = new Map<bigint, Set<Address>>()
  const emit = (event: LedgerEvent) => {
    for (const listener of listeners) listener(event)
  }
  const later = (one: bigint, two: bigint) => (one > two ? one : two)
  const slotOf = (commitment: Commitment) => {
    if (commitment === 'processed') return slot
    return later(floor, slot - (commitment === 'confirmed' ? 1n : finalizedAfter))
  }
  const setClock = () => {
    const clock = svm.getClock()
    clock.slot = slot
    clock.epoch = slot / slotsPerEpoch
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    svm.setClock(clock)
    svm.setSlotHashes(
      Array.from({ length: Number(blockhashWindow) }, (_, index) => {
        const number = slot - 1n - BigInt(index)
        return { slot: number, hash: blockhashes.ofSlot(number) } as SlotHash
      }),
    )
  }
  setClock()

  return {
    svm,
    history,
    blockhashes,
    seed,
    slot: slotOf,
    bank: (commitment) => banks.at(slotOf(commitment)),
    commitmentOf: (number) =>
      number <= slotOf('finalized')
        ? 'finalized'
        : number <= slotOf('confirmed')
          ? 'confirmed'
          : 'processed',
    refuse({ message, signature }) {
      if (blockhashes.slotOf(message.lifetimeToken) === undefined) return 'BlockhashNotFound'
      if (signature !== undefined && history.get(signature)) return 'AlreadyProcessed'
      return undefined
    },
    land(transaction) {
      const index = history.ofSlot(slot).length
      const outcome = runTransaction(svm, transaction, { slot: Number(slot), index })
      if (outcome.kind === 'dropped') return outcome
      const changed = written.get(slot) ?? new Set()
      written.set(slot, changed)
      for (const { address, before } of outcome.written) {
        banks.keep(address, slot, before)
        changed.add(address)
      }
      history.add(outcome.transaction)
      emit({
        kind: 'reached',
        commitment: 'processed',
        transactions: [outcome.transaction],
        written: outcome.written.map(({ address }) => address),
      })
      return outcome
    },
    advance() {
      slot += 1n
      blockhashes.advance(slot)
      setClock()
      emit({ kind: 'slot', slot, root: slotOf('finalized') })
      for (const commitment of ['confirmed', 'finalized'] as const) {
        const reached = slotOf(commitment)
        const addresses = written.get(reached)
        if (addresses) {
          const transactions = history.ofSlot(reached)
          emit({ kind: 'reached', commitment, transactions, written: [...addresses] })
        }
      }
      banks.forget(slotOf('finalized'))
      written.delete(slotOf('finalized'))
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export declare namespace createLedger {
  type Options = {
    svm: LiteSVM
    seed: string
    slot: bigint
    /** The earlier history, oldest first. @default none */
    transactions?: readonly LandedTransaction[]
    /** The total number of earlier transactions. @default 0 */
    count?: number
    /** Slots until a transaction is final. @default 32 */
    finalizedAfter?: bigint
  }
}
