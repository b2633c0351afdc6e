import type { Adapter } from '../adapter.ts'
import type { Foyer } from '../foyer.ts'
import { addConnector } from './addConnector.ts'

/**
 * Starts discovery of the wallets in this browser, which are added to `connectors` as they are found. Wallet lists call
 * it; further calls do nothing. Never rejects: if an adapter fails, only its wallets are missing.
 *
 * @returns Resolves when every adapter has started discovery.
 */
export async function discover(foyer: Foyer): Promise<void> {
  foyer.running.discovery ??= look(foyer)
  await foyer.running.discovery
}

/** @returns Stops discovery. */
async function look(foyer: Foyer): Promise<() => void> {
  const stops = await Promise.all(
    Object.values(foyer.adapters).map((adapter) => lookWith(foyer, adapter)),
  )
  return () => {
    for (const stop of stops) {
      try {
        stop?.()
      } catch (error) {
        foyer.log('error', 'wallets are still looked for', error)
      }
    }
  }
}

async function lookWith(foyer: Foyer, adapter: Adapter): Promise<(() => void) | undefined> {
  try {
    return await adapter.discover?.((connector) => addConnector(foyer, connector))
  } catch (error) {
    foyer.log('error', `wallets of ${adapter.namespace} can not be looked for`, error)
    return undefined
  }
}
