import { createFaucet } from '../evm/faucet.ts'
import { type ServedPage, servePage } from '../servePage.ts'
import { createSolanaFaucet } from '../solana/faucet.ts'
import type { ServedChain, ServedSolana } from '../wallet/servedNetworks.ts'
import { createCardApp } from './cardApp.ts'
import { createCardOrders } from './cardOrders.ts'
import { sendWebhook } from './sendWebhook.ts'

/**
 * Serves a page that sells the devnet's coins for a test card, on 127.0.0.1; browsers reach it as `card.localhost`. It sends
 * real transactions, and tells the api by signed webhooks.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startCard({
  apiUrl,
  chains = [],
  lifeMs = 15 * 60_000,
  port,
  solana,
}: startCard.Options): Promise<ServedPage> {
  const webhookUrl = new URL('/v1/onramp/webhook/devcard', apiUrl).href
  const app = await createCardApp({
    faucets: {
      faucets: new Map(
        chains.map((chain) => [chain.chainId, chain.faucet ?? createFaucet(chain)] as const),
      ),
      solanaFaucet: solana && (solana.faucet ?? createSolanaFaucet(solana)),
    },
    orders: createCardOrders(lifeMs),
    tell: (event) => sendWebhook(webhookUrl, event),
  })
  return servePage(app.fetch, { name: 'card', port, who: 'The card page' })
}

export declare namespace startCard {
  type Options = {
    /** TCP port; 0 for a free one. */
    port: number
    /** The api that is told, as this process reaches it: `http://127.0.0.1:4010`. */
    apiUrl: string
    /** The EVM chains, from `startDevnet`. @default none */
    chains?: readonly ServedChain[]
    /** The local Solana. @default none */
    solana?: ServedSolana | undefined
    /** Time to pay a purchase, ms. @default 15 minutes */
    lifeMs?: number
  }
}
