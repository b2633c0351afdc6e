import { FoyerError } from '@foyer/protocol'
import {
  authCommit,
  authPrepare,
  type DeviceWallet,
  encodeBase64Url,
  type LiveWallet,
  type RecoveryKeyRecord,
  type RecoveryMode,
  recoveryCommit,
  recoveryKey as recoveryKeyCall,
  recoveryPrepare,
  sealToRecoveryKey,
  type WalletFacts,
} from '@foyer/protocol/custody'
import { addressesOf, entropySeed } from '../keys/addressesOf.ts'
import { withArena } from '../keys/arena.ts'
import { sealDeviceShare } from '../store/deviceSecrets.ts'
import { combineShares } from './combineShares.ts'
import { makeShareSet, type ShareSet } from './makeShareSet.ts'
import { openRecoveryShare, recoveryShareAad } from './openRecoveryShare.ts'
import { type Factor, openRecoveryKey, type RecoveryKey } from './recoveryFactor.ts'
import { releaseAuthShare, releaseRecovery } from './releaseShares.ts'
import type { WalletContext } from './walletContext.ts'

/** A change that needs new share sets for device and recovery: a new wallet, device or recovery mode. */
type Change = {
  userId: string
  /** The wallet after the change. */
  wallet: WalletFacts
  /** Epoch that the change is based on; 0 creates the wallet. */
  baseEpoch: number
  mode: RecoveryMode
  /** In user-held modes: the recovery key that this device has pinned, never one that a server sent. */
  key?: Omit<RecoveryKey, 'privateKey'> | undefined
  /** A new recovery key, and the factor that must open it when it is read back. */
  enrol?: { record: RecoveryKeyRecord; factor: Factor } | undefined
  /** In user-held modes without `enrol`: the key that the factor opened. */
  opened?: RecoveryKey | undefined
  answer?: string | undefined
}

const expectedOf = ({ walletId, epoch, fp }: WalletFacts, { setId }: ShareSet) => ({
  walletId,
  epoch,
  fp,
  setId,
})

/** Reads both recovery shares back from the servers, and checks that they restore this wallet, before committing. */
async function verify(context: WalletContext, change: Change, set: ShareSet, changeId: string) {
  const { userId, wallet, enrol, mode } = change
  const expected = expectedOf(wallet, set)
  let key = change.opened
  if (enrol) {
    const { walletId } = wallet
    const { key: record } = await context.session.call(context.vault, recoveryKeyCall, {
      walletId,
      changeId,
    })
    key = await openRecoveryKey({ userId, wallet, factor: enrol.factor, record })
  }
  const auth = await releaseAuthShare(context, { expected, purpose: 'verify' })
  const released = await releaseRecovery(context, { wallet, setId: set.setId, purpose: 'verify' })
  if (released.mode !== mode)
    throw new FoyerError('recovery-failed', {
      details: 'The vault keeps the share in another way.',
    })
  const rec = await openRecoveryShare({ bytes: released.bytes, key, userId, wallet, expected })
  await withArena(async (arena) => {
    const entropy = await combineShares(arena, [auth, rec])
    const { evm, sol } = addressesOf(arena, entropySeed(arena, entropy))
    if (evm !== wallet.evm || sol !== wallet.sol)
      throw new FoyerError('recovery-failed', { details: 'The shares give other addresses.' })
  })
}

async function recShare(change: Change, set: ShareSet): Promise<string> {
  const { userId, wallet, key } = change
  if (change.mode === 'auto') return encodeBase64Url(set.rec)
  if (!key) throw new FoyerError('recovery-failed', { details: 'No recovery key is pinned here.' })
  const aad = recoveryShareAad({ userId, wallet, setId: set.setId, keyId: key.keyId })
  const sealed = await sealToRecoveryKey({ plaintext: set.rec, recoveryKey: key.jwk, aad })
  return encodeBase64Url(sealed)
}

function wipe(...sets: readonly ShareSet[]) {
  for (const { dev, auth, rec } of sets) for (const bytes of [dev, auth, rec]) bytes.fill(0)
}

/**
 * Splits the entropy again and commits the new shares at both servers. After a crash at any step, either the previous
 * state holds or the wallet can be restored. Order: prepare A, prepare B, device, read back A and B, commit B, commit A.
 * @throws {@link FoyerError} the servers' errors, `recovery-failed`, `share-unreadable`
 */
export async function putChange(
  context: WalletContext,
  { entropy, ...change }: Change & { entropy: Uint8Array<ArrayBuffer> },
): Promise<LiveWallet> {
  const { auth, vault, session, store, device } = context
  const { userId, wallet, baseEpoch, mode, enrol, answer, key } = change
  const { walletId, epoch, fp, evm, sol } = wallet
  const changeId = crypto.randomUUID()
  const own = await makeShareSet(entropy, wallet)
  const recovery = await makeShareSet(entropy, wallet)
  // The recovery set's device share is never stored.
  recovery.dev.fill(0)
  try {
    await session.call(auth, authPrepare, {
      changeId,
      wallet,
      baseEpoch,
      mode,
      sets: [
        { setId: own.setId, kind: 'device', share: encodeBase64Url(own.auth) },
        { setId: recovery.setId, kind: 'recovery', share: encodeBase64Url(recovery.auth) },
      ],
    })
    await session.call(vault, recoveryPrepare, {
      changeId,
      wallet,
      mode,
      sets: [
        { setId: own.setId, kind: 'device', share: await recShare(change, own) },
        { setId: recovery.setId, kind: 'recovery', share: await recShare(change, recovery) },
      ],
      ...(enrol && { recoveryKey: enrol.record }),
      ...(answer !== undefined && { answer }),
    })
    const place = { userId, walletId, setId: own.setId, epoch }
    const sealed = await sealDeviceShare(device, { place, plaintext: own.dev })
    const pinned = mode !== 'auto' &&
      key && { recoveryKey: { mode, keyId: key.keyId, jwk: key.jwk } }
    const next: DeviceWallet = {
      ...{ userId, committedAt: null, setId: own.setId, epoch, ...sealed, fp, evm, sol },
      ...pinned,
    }
    const pending = pendingName(walletId)
    await store.update((now) => now && { ...now, wallets: { ...now.wallets, [pending]: next } })
    await verify(context, change, recovery, changeId)
    await session.call(vault, recoveryCommit, { changeId })
    const { wallet: live } = await session.call(auth, authCommit, { changeId })
    // Write the whole entry instead of renaming the pending one, which another tab without a wallet may have deleted.
    await store.update((now) => {
      if (!now) return now
      const { [pending]: _, ...wallets } = now.wallets
      return { ...now, wallets: { ...wallets, [walletId]: { ...next, committedAt: Date.now() } } }
    })
    return live
  } finally {
    wipe(own, recovery)
  }
}

/** Name in the device record of a share set that is not committed yet; the committed one stays beside it. */
const pendingName = (walletId: string) => `pending:${walletId}`

/**
 * Brings the device's record in line with A: commits pending sets that A has committed, and deletes all others.
 * @returns Whether this device has a share of the live wallet.
 */
export async function settlePending(
  { store }: WalletContext,
  { userId, live }: { userId: string; live: LiveWallet | null },
): Promise<boolean> {
  let found = false
  await store.update((now) => {
    if (!now) return now
    const wallets: Record<string, DeviceWallet> = {}
    for (const [name, wallet] of Object.entries(now.wallets)) {
      // Keeps the wallet of another user who signed in on this device.
      if (wallet.userId !== userId) wallets[name] = wallet
      else if (
        live &&
        wallet.setId === live.deviceSetId &&
        [live.walletId, pendingName(live.walletId)].includes(name)
      ) {
        found = true
        wallets[live.walletId] = { ...wallet, committedAt: wallet.committedAt ?? Date.now() }
      }
    }
    return { ...now, wallets }
  })
  return found
}
