import { FoyerError } from '@foyer/protocol'
import type { DeviceWallet } from '@foyer/protocol/custody'
import type { Addresses } from '../keys/addressesOf.ts'
import { type Arena, withArena } from '../keys/arena.ts'
import { openDeviceShare } from '../store/deviceSecrets.ts'
import { combineShares } from './combineShares.ts'
import { releaseAuthShare } from './releaseShares.ts'
import type { WalletContext } from './walletContext.ts'

/** The confirmed wallet of this device. */
export type OwnWallet = { userId: string; walletId: string; wallet: DeviceWallet }

/** Reads the signed-in user's wallet on this device. @throws {@link FoyerError} `not-connected` when there is none */
export async function readOwnWallet({ store, session }: WalletContext): Promise<OwnWallet> {
  const userId = await session.userId()
  const entries = Object.entries((await store.read())?.wallets ?? {})
  const entry = entries.find(([, own]) => own.committedAt !== null && own.userId === userId)
  if (entry) return { userId, walletId: entry[0], wallet: entry[1] }
  throw new FoyerError('not-connected', { details: 'This device has no share of a wallet.' })
}

/** Picks a wallet's addresses. */
export const readAddresses = ({ evm, sol }: Addresses): Addresses => ({ evm, sol })

/**
 * Combines this device's share and A's to the entropy, which exists only while `use` runs.
 *
 * @throws {@link FoyerError} A's error, `share-unreadable`, `recovery-failed`
 */
export async function openWallet<result>(
  context: WalletContext,
  { own, purpose, rid }: { own: OwnWallet; purpose: 'sign' | 'enrol' | 'export'; rid?: string },
  use: (arena: Arena, entropy: Uint8Array<ArrayBuffer>) => Promise<result>,
): Promise<result> {
  const { walletId, wallet } = own
  const { setId, epoch, fp } = wallet
  const expected = { walletId, setId, epoch, fp }
  const auth = await releaseAuthShare(context, { expected, purpose, ...(rid && { rid }) })
  const dev = await openDeviceShare(context.device, own)
  // The order matters: the result is checked against the fingerprint in the first share, the device's own.
  return withArena(async (arena) => use(arena, await combineShares(arena, [dev, auth])))
}
