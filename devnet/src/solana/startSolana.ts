import { randomBytes } from 'node:crypto'
import type { Address } from '@solana/kit'
import { lamports } from '@solana/kit'
import { solanaDevnet, slotMs as usualSlotMs } from './cluster.ts'
import { createLedger } from './createLedger.ts'
import { createGenesis } from './genesis.ts'
import { runSlots } from './runSlots.ts'
import { serve } from './serve.ts'
import { signAirdrop } from './signAirdrop.ts'

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
  /** Ends the chain. */
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
  port = solanaDevnet.port,
  slotMs = usualSlotMs,
}: startSolana.Options = {}): Promise<SolanaChain> {
  const ledger = createLedger({
    svm: await createGenesis(),
    seed: randomBytes(16).toString('hex'),
    slot: firstSlot,
    ...(finalizedAfterSlots === undefined ? {} : { finalizedAfter: BigInt(finalizedAfterSlots) }),
  })
  const served = await serve(ledger, port)
  const stopSlots = runSlots(ledger, slotMs)
  return {
    chainId: solanaDevnet.caipId,
    genesisHash: solanaDevnet.genesisHash,
    url: `http://127.0.0.1:${served.port}`,
    wsUrl: `ws://127.0.0.1:${served.port + 1}`,
    async airdrop({ amount, to }) {
      const outcome = ledger.land(await signAirdrop(ledger, { to, amount: lamports(amount) }))
      const error = outcome.kind === 'landed' ? outcome.transaction.error : outcome.error
      if (error !== null || outcome.kind === 'dropped')
        throw new Error(
          `The airdrop of ${amount} lamports to ${to} failed: ${JSON.stringify(error)}`,
        )
      return outcome.transaction.signature
    },
    async stop() {
      stopSlots()
      await served.close()
    },
  }
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
  }
}
