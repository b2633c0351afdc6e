import {
  createFaucet,
  createSolanaFaucet,
  startBridge,
  startCard,
  startWallet,
} from '@foyer/devnet'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** The test wallet of the demo site, the faucet, and what pays from it: the card page, and the bridge between the chains. */
export const run: RunPart = async (settings, ready) => {
  const { ports } = settings
  const { card: cardUrl, wallet: url, ...addresses } = addressesOf(settings)
  // One faucet each: two would use the same nonce.
  const chains = addresses.chains.map((chain) => ({ ...chain, faucet: createFaucet(chain) }))
  const solana = { ...addresses.solana, faucet: createSolanaFaucet(addresses.solana) }
  const wallet = await startWallet({ port: ports.wallet, chains, solana })
  ready({ what: 'Test wallet and faucet', url })
  const card = await startCard({
    port: ports.card,
    // Node may not resolve names below localhost.
    apiUrl: `http://127.0.0.1:${ports.api}`,
    ...{ chains, solana },
  })
  ready({ what: 'Card page that sells test coins', url: cardUrl })
  const bridge = await startBridge({ port: ports.bridge, chains })
  ready({ what: 'Bridge between the chains', url: bridge.url })
  return {
    async stop() {
      await Promise.all([bridge.stop(), card.stop(), wallet.stop()])
    },
  }
}
