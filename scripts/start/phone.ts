import { startPhoneWallet } from '@foyer/devnet'
import { addressesOf, phoneProjectId } from './addresses.ts'
import type { RunPart } from './part.ts'

/** A wallet page that the demo site reaches through the relay. */
export const run: RunPart = async (settings, ready) => {
  const { chains, phone: url, relay: relayUrl, solana } = addressesOf(settings)
  const phone = await startPhoneWallet({
    port: settings.ports.phone,
    projectId: phoneProjectId,
    ...{ relayUrl, chains, solana },
  })
  ready({ what: 'Phone wallet', url })
  return phone
}
