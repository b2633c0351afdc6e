import { FoyerError } from '@foyer/protocol'
import type { DeviceWallet } from '@foyer/protocol/custody'
import type { Addresses } from '../keys/addressesOf.ts'
import { type Arena, withArena } from '../keys/arena.ts'
import { openDeviceShare } from '../store/deviceSecrets.ts'
import { combineShares } from './combineShares.ts'
import { releaseAuthShare } from './releaseShares.ts'
import type { WalletContext } from './walletContext.ts'

/** The wallet of this device that is in force. */
export type OwnWallet = { userId: string; walletId: string; wallet: DeviceWallet }

/** @throws {@link FoyerError} `not-connected` when this device has none */
export async function readOwnWallet({ store, session }: WalletContext): Promise<OwnWallet> {
  const userId = await session.userId()
  const entries = Object.entries((await store.read())?.wallets ?? {})
  const entry = entries.find(([, own]) => own.committedAt !== null && own.userId === userId)
  if (entry) return { userId, walletId: entry[0], wallet: entry[1] }
  throw new FoyerError('not-connected', { details: 'This device has no share of a wallet.' })
}

/** The public part of a wallet. */
export const readAddresses = ({ evm, sol }: Addresses): Addresses => ({ evm, sol })

/**
 * Puts the key together from this device's share and A's, for as long as `use` runs.
 *
 * @throws {@link FoyerError} what A refuses with, `share-unreadable`, `recovery-failed`
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
  // The device's share comes first: its fingerprint decides, not the server's answer.
  return withArena(async (arena) => use(arena, await combineShares(arena, [dev, auth])))
}
