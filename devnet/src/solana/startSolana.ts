import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { airdrop } from './airdrop.ts'
import { solanaDevnet, slotMs as usualSlotMs } from './cluster.ts'
import { createLedger } from './createLedger.ts'
import { createGenesis, genesisKey } from './genesis.ts'
import { keepSaved } from './keepSaved.ts'
import { runSlots } from './runSlots.ts'
import { serve } from './serve.ts'
import { loadChain } from './stateFile.ts'

/** A running Solana with the accounts and tokens of the devnet. */
export type SolanaChain = {
  /** The CAIP-2 id. */
  chainId: string
  genesisHash: string
  /** JSON-RPC over HTTP; with `ws:` the same address answers WebSockets. */
  url: string
  /** WebSockets on the next port. */
  wsUrl: string
  /**
   * Gives SOL from the faucet's account.
   *
   * @param amount In lamports.
   * @returns The transaction's signature, processed.
   * @throws Error when the amount leaves less than an account must have.
   */
  airdrop: (options: { to: Address; amount: bigint }) => Promise<string>
  /** Ends the chain; its state is on disk afterwards when there is a folder. */
  stop: () => Promise<void>
}

const firstSlot = 200n

/**
 * Starts a Solana that unmodified clients talk to.
 *
 * @returns The chain, ready to answer.
 * @throws Error with the real cause: a taken port, a package that is not there for this machine.
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
  const save = path === undefined ? undefined : keepSaved(ledger, { path, warn })
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

/** The time in which the chain did not run counts: slots go on as everywhere. */
function slotsSince(moment: number, slotMs: number): bigint {
  return BigInt(Math.max(1, Math.floor((Date.now() - moment) / slotMs)))
}

export declare namespace startSolana {
  type Options = {
    /** TCP port; the next one is taken too. 0 finds a free pair. @default 4120 */
    port?: number
    /** How long a slot lasts, ms; tests may be quicker. @default 400 */
    slotMs?: number
    /** Slots until a transaction is final. @default 32 */
    finalizedAfterSlots?: number
    /** Keeps the chain across restarts in this folder. @default nothing is kept */
    folder?: string | undefined
    /** Gets a line when the saved state is torn or can not be written. @default console.warn */
    warn?: (line: string) => void
  }
}
