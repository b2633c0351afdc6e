import { startWallet } from '@foyer/devnet'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** The test wallet of the demo site, and the faucet. */
export const run: RunPart = async (settings, ready) => {
  const { chains, solana, wallet: url } = addressesOf(settings)
  const wallet = await startWallet({ port: settings.ports.wallet, chains, solana })
  ready({ what: 'Test wallet and faucet', url })
  return wallet
}
