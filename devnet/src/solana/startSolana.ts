import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { airdrop } from './airdrop.ts'
import { autosave } from './autosave.ts'
import { solanaDevnet, slotMs as usualSlotMs } from './cluster.ts'
import { createLedger } from './createLedger.ts'
import { createGenesis, genesisKey } from './genesis.ts'
import { runSlots } from './runSlots.ts'
import { serve } from './serve.ts'
import { loadChain } from './stateFile.ts'

/** A running Solana with the accounts and tokens of the devnet. */
export type SolanaChain = {
  /** The CAIP-2 id. */
  chainId: string
  genesisHash: string
  /** JSON-RPC over HTTP; the same address with `ws:` serves WebSockets. */
  url: string
  /** WebSockets on the next port. */
  wsUrl: string
  /**
   * Sends SOL from the faucet's account.
   *
   * @param amount In lamports.
   * @returns The transaction's signature, processed.
   * @throws Error if the amount leaves less than an account must have.
   */
  airdrop: (options: { to: Address; amount: bigint }) => Promise<string>
  /** Stops the chain; with a folder its state is then on disk. */
  stop: () => Promise<void>
}

const firstSlot = 200n

/**
 * Starts a Solana chain that works with unmodified clients.
 *
 * @returns The chain, ready to answer.
 * @throws Error with the cause: a port in use, a package that does not exist for this machine.
 */
export async function startSolana({
  finalizedAfterSlots,
  folder,
  port = solanaDevnet.port,
  slotMs = usualSlotMs,
  warn = console.warn,
}: startSolana.Options = {}): Promise<SolanaChain> {
  const path = folder === undefined ? undefined : join(folder, `solana-${genesisKey()}.bin`)
  const saved = path === undefined ? undefined : await loadChain(path, warn)
  const ledger = createLedger({
    ...(saved
      ? { ...saved, slot: saved.slot + slotsSince(saved.savedAt, slotMs) }
      : { svm: await createGenesis(), seed: randomBytes(16).toString('hex'), slot: firstSlot }),
    ...(finalizedAfterSlots === undefined ? {} : { finalizedAfter: BigInt(finalizedAfterSlots) }),
  })
  const served = await serve(ledger, port)
  const stopSlots = runSlots(ledger, slotMs)
  const save = path === undefined ? undefined : autosave(ledger, { path, warn })
  return {
    chainId: solanaDevnet.caipId,
    genesisHash: solanaDevnet.genesisHash,
    url: `http://127.0.0.1:${served.port}`,
    wsUrl: `ws://127.0.0.1:${served.port + 1}`,
    airdrop: (options) => airdrop(ledger, options),
    async stop() {
      stopSlots()
      await served.close()
      await save?.()
    },
  }
}

/** The time between stop and start counts, so that slots match the clock as on other clusters. */
function slotsSince(moment: number, slotMs: number): bigint {
  return BigInt(Math.max(1, Math.floor((Date.now() - moment) / slotMs)))
}

export declare namespace startSolana {
  type Options = {
    /** TCP port; the next one is used too. 0 for a free pair. @default 4120 */
    port?: number
    /** Duration of a slot, ms; tests may use less. @default 400 */
    slotMs?: number
    /** Slots until a transaction is final. @default 32 */
    finalizedAfterSlots?: number
    /** Keeps the chain across restarts in this folder. @default nothing is kept */
    folder?: string | undefined
    /** Receives a line if the saved state is damaged or can not be written. @default console.warn */
    warn?: (line: string) => void
  }
}
