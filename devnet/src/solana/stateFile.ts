import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LiteSVM } from 'litesvm'
import type { Ledger } from './createLedger.ts'
import type { LandedTransaction } from './history.ts'

/** The state of a chain when it was saved. */
export type SavedChain = {
  svm: LiteSVM
  seed: string
  slot: bigint
  /** The total number of transactions. */
  count: number
  transactions: LandedTransaction[]
  /** ms since 1970. */
  savedAt: number
}
type About = { seed: string; slot: number; count: number; savedAt: number }
/** The first line of the file; the rest must have this hash. */
type Head = { sha256: string; historyBytes: number }

const hashOf = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** Writes the state and the history to one file, atomically. */
export async function saveChain(path: string, ledger: Ledger): Promise<void> {
  const { history, seed, svm } = ledger
  const about: About = {
    seed,
    slot: Number(ledger.slot('processed')),
    count: history.count(),
    savedAt: Date.now(),
  }
  const past = Buffer.from(JSON.stringify({ about, transactions: history.list() }))
  const machine = svm.toBytes()
  const head: Head = { sha256: hashOf(past, machine), historyBytes: past.length }
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.draft`
  const file = await open(draft, 'w')
  try {
    await file.writeFile(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), past, machine]))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

/**
 * Reads a saved chain. Sets a damaged file aside.
 *
 * @param warn Receives one line if the file is damaged.
 * @returns undefined if there is no usable state.
 */
export async function loadChain(
  path: string,
  warn: (line: string) => void,
): Promise<SavedChain | undefined> {
  await rm(`${path}.draft`, { force: true })
  if (!existsSync(path)) return undefined
  try {
    return readChain(await readFile(path))
  } catch (error) {
    const aside = `${path}.torn-${Date.now()}`
    await rename(path, aside)
    warn(
      `Solana's saved state can not be read (${(error as Error).message}). It was moved to ${aside}; the chain starts again.`,
    )
    return undefined
  }
}

function readChain(file: Buffer): SavedChain {
  const end = file.indexOf('\n')
  if (end < 0) throw new Error('it has no first line')
  const head = JSON.parse(file.subarray(0, end).toString()) as Head
  const past = file.subarray(end + 1, end + 1 + head.historyBytes)
  const machine = file.subarray(end + 1 + head.historyBytes)
  if (hashOf(past, machine) !== head.sha256) throw new Error('its checksum is another one')
  const { about, transactions } = JSON.parse(past.toString()) as {
    about: About
    transactions: LandedTransaction[]
  }
  const svm = LiteSVM.fromBytes(machine).withBlockhashCheck(false).withTransactionHistory(0n)
  return { ...about, slot: BigInt(about.slot), svm, transactions }
}
