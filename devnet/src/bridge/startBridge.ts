import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { listen } from '../listen.ts'
import { createBridgeApp } from './bridgeApp.ts'
import type { BridgedChain } from './bridgedChain.ts'
import { createTransfers, type TransferEnd } from './transfers.ts'

/** A running bridge. */
export type Bridge = {
  /** Its server: `http://127.0.0.1:port`. */
  url: string
  /** Sets the end of transfers that are not paid yet; `waiting` pays none. @default `completed` */
  endAs: (end: TransferEnd | 'waiting') => void
  stop: () => Promise<void>
}

/**
 * Starts a stand-in for LI.FI on 127.0.0.1: quotes and states in its shape, for transfers between the local chains. Its
 * contract takes the tokens on one chain; it pays on the other one from the faucet, with real transactions.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startBridge({
  chains,
  port,
  seconds = 5,
}: startBridge.Options): Promise<Bridge> {
  const transfers = createTransfers(chains)
  const app = createBridgeApp({ chains, seconds, transfers })
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  const real = await listen(server, port, 'The bridge')
  return {
    url: `http://127.0.0.1:${real}`,
    endAs: transfers.endAs,
    async stop() {
      await transfers.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export declare namespace startBridge {
  type Options = {
    /** From `startDevnet`. */
    chains: readonly BridgedChain[]
    /** TCP port; 0 for a free one. */
    port: number
    /** Time that quotes promise. @default 5 */
    seconds?: number
  }
}
