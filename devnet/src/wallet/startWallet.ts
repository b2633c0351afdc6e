import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { ServedChain, ServedSolana } from './servedNetworks.ts'
import { createWalletApp } from './walletApp.ts'

/** The port `npm start` uses. */
export const walletPort = 4003

/** A running development wallet. */
export type DevWallet = {
  /** Its own origin, another site than the page's: `http://wallet.localhost:port`. */
  url: string
  port: number
  stop: () => Promise<void>
}

/**
 * Serves the development wallet on 127.0.0.1; browsers reach it as `wallet.localhost`.
 *
 * @throws Error with the system's cause, for example a taken port.
 */
export async function startWallet({
  port,
  chains = [],
  solana,
}: startWallet.Options): Promise<DevWallet> {
  const app = await createWalletApp({ chains, solana })
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(
      `The development wallet cannot listen on port ${port}: ${(cause as Error).message}. ` +
        'End the program that holds the port, or choose another port.',
      { cause },
    )
  }
  const real = (server.address() as AddressInfo).port
  return {
    url: `http://wallet.localhost:${real}`,
    port: real,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

export declare namespace startWallet {
  type Options = {
    /** TCP port; 0 takes a free one. */
    port: number
    /** The EVM chains, from `startDevnet`. @default none: a wallet of Solana only */
    chains?: readonly ServedChain[]
    /** The local Solana. @default none: a wallet of EVM chains only, unless a script asks for Solana */
    solana?: ServedSolana | undefined
  }
}
