import { createHash } from 'node:crypto'
import { type Blockhash, blockhash, getBase58Decoder } from '@solana/kit'
import { blockhashWindow } from './cluster.ts'

/** The hash of every slot, and which of them transactions may still use. */
export type Blockhashes = {
  ofSlot: (slot: bigint) => Blockhash
  /** The slot of a recent hash; undefined if it has expired or is unknown. */
  slotOf: (hash: string) => bigint | undefined
  advance: (slot: bigint) => void
}

/** @param seed Makes this chain's hashes differ from any other's. */
export function createBlockhashes({ seed, slot }: { seed: string; slot: bigint }): Blockhashes {
  const recent = new Map<string, bigint>()
  // Each slot asks for the hashes of all recent ones.
  const made = new Map<bigint, Blockhash>()
  const make = (number: bigint) =>
    blockhash(getBase58Decoder().decode(createHash('sha256').update(`${seed}:${number}`).digest()))
  const add = (number: bigint) => {
    const hash = make(number)
    recent.set(hash, number)
    made.set(number, hash)
  }
  for (let number = slot - blockhashWindow; number <= slot; number += 1n) add(number)
  return {
    ofSlot: (number) => made.get(number) ?? make(number),
    slotOf: (hash) => recent.get(hash),
    advance(number) {
      add(number)
      for (const [hash, old] of recent) {
        if (number - old <= blockhashWindow) break
        recent.delete(hash)
        made.delete(old)
      }
    },
  }
}
