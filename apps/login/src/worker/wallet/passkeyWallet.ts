import { FoyerError } from '@foyer/protocol'
import {
  type PasskeyWallet,
  passkeyWalletAdd,
  passkeyWalletLogin,
  passkeyWalletRemove,
  passkeyWalletStepUp,
} from '@foyer/protocol/custody'
import type { Addresses } from '../keys/addressesOf.ts'
import { type Arena, withArena } from '../keys/arena.ts'
import { secretAddresses } from '../keys/walletKeys.ts'
import type { FactorChange } from './changeFactors.ts'
import type { ReadyWallet } from './loadedWallet.ts'
import { readAddresses } from './openWallet.ts'
import { beginWith, openSecret, sealSecret } from './passkeySecret.ts'
import { proveAccount } from './proveAccount.ts'
import { readSecret } from './readSecret.ts'
import type { Factor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

/** The site of a login, as the frame's handshake attested it. */
type LoginSite = { projectId: string; origin: string }

/** Reads the signed-in user's wallet if it is held by passkeys alone. */
export async function readPasskeyWallet(
  { session, store }: Pick<WalletContext, 'session' | 'store'>,
  userId?: string,
): Promise<PasskeyWallet | undefined> {
  const wallets = (await store.read())?.passkeyWallets ?? {}
  if (Object.keys(wallets).length === 0) return undefined
  return wallets[userId ?? (await session.userId())]
}

/** Describes such a wallet as this device opened it. */
export const readyPasskeyWallet = (
  userId: string,
  { evm, passkeyId, sol }: PasskeyWallet,
): ReadyWallet => ({
  ...{ status: 'ready', userId, mode: 'passkey', addresses: { evm, sol } },
  passkey: { id: passkeyId },
})

/**
 * Logs in with a passkey, or with a recovery code, that opens a wallet by itself; `create` makes the wallet of a new passkey.
 * No share of it exists: the login server gets the wallet's public account key and the passkey's id.
 *
 * @throws {@link FoyerError} `resource-not-found` for a passkey without a wallet, `recovery-failed` for a factor that opens
 *   none
 */
export async function openPasskeyWallet(
  context: WalletContext,
  { create, factor, site }: { factor: Factor; create: boolean; site?: LoginSite | undefined },
): Promise<ReadyWallet> {
  const { auth, device, session } = context
  const { challenge, envelope, id } = await beginWith(context, factor)
  return withArena(async (arena) => {
    const secret = await openSecret(arena, { envelope, factor })
    const addresses = await readSecretAddresses(secret)
    const { ticket } = await auth.call(passkeyWalletLogin, {
      ...(await proveAccount(arena, { challenge, secret, jkt: device.jkt })),
      id,
      ...(create && { create: { id, mode: 'passkey', envelope: null } }),
      ...(site && { site }),
    })
    await session.logIn(ticket)
    return keep(context, {
      ...(factor.mode === 'passkey' && { passkeyId: id }),
      isAdded: (factor.isAdded ?? true) && envelope !== null,
      ...addresses,
    })
  })
}

/** Stores the wallet of the user who has just logged in. */
async function keep(
  { session, store }: WalletContext,
  wallet: PasskeyWallet,
): Promise<ReadyWallet> {
  const userId = await session.userId()
  await store.update(
    (now) => now && { ...now, passkeyWallets: { ...now.passkeyWallets, [userId]: wallet } },
  )
  return readyPasskeyWallet(userId, wallet)
}

/**
 * Reads a typed phrase or private key. With a new passkey, also makes the account of that wallet, or adds the passkey to it, and
 * logs in: the passkey's envelope is read back and opens the wallet before the call succeeds.
 *
 * @param options.typed - ASCII; see `readSecret`.
 * @throws {@link FoyerError} `input-invalid`, `recovery-failed`
 */
export async function importPasskeyWallet(
  context: WalletContext,
  { factor, typed }: { typed: Uint8Array; factor?: Factor | undefined },
): Promise<{ addresses: Addresses; opened?: ReadyWallet }> {
  const { auth, device, session } = context
  return withArena(async (arena) => {
    const secret = readSecret(arena, typed)
    const addresses = await readSecretAddresses(secret)
    if (!factor) return { addresses }
    const added = { ...factor, isAdded: true }
    const envelope = await sealSecret(secret, added)
    const prove = async (challenge: string) =>
      proveAccount(arena, { challenge, secret, jkt: device.jkt })
    const { challenge, id } = await beginWith(context, added)
    const entry = { id, mode: 'passkey', envelope } as const
    const { ticket } = await auth.call(passkeyWalletLogin, {
      ...(await prove(challenge)),
      id,
      create: entry,
    })
    await session.logIn(ticket)
    let stored = await beginWith(context, added)
    if (stored.envelope === null) {
      // The wallet had an account already.
      await session.call(auth, passkeyWalletStepUp, await prove(stored.challenge))
      await session.call(auth, passkeyWalletAdd, { factor: entry })
      stored = await beginWith(context, added)
    }
    const again = await openSecret(arena, { envelope: stored.envelope, factor: added })
    mustBe(addresses, await readSecretAddresses(again))
    const opened = await keep(context, { passkeyId: id, isAdded: true, ...addresses })
    return { addresses, opened }
  })
}

/**
 * Opens the secret of the signed-in wallet, which exists only while `use` runs. The login server is asked for the envelope each
 * time, so that a removed factor opens nothing; the passkey from which the wallet is derived needs none.
 *
 * @throws {@link FoyerError} `recovery-failed` without a factor, or for one of another wallet
 */
export async function withPasskeySecret<result>(
  context: WalletContext,
  { factor, wallet }: { wallet: PasskeyWallet; factor: Factor | undefined },
  use: (arena: Arena, secret: Uint8Array<ArrayBuffer>) => Promise<result>,
): Promise<result> {
  if (!factor) throw new FoyerError('recovery-failed', { details: 'The passkey is missing.' })
  const isOwn = factor.mode === 'passkey' && factor.id === wallet.passkeyId
  const opens = isOwn ? { ...factor, isAdded: wallet.isAdded } : factor
  const needsNone = isOwn && wallet.isAdded === false
  const envelope = needsNone ? null : (await beginWith(context, factor)).envelope
  return withArena(async (arena) => {
    const secret = await openSecret(arena, { envelope, factor: opens })
    mustBe(wallet, await readSecretAddresses(secret))
    return use(arena, secret)
  })
}

/** Derives addresses in an arena of their own: it is freed before the next step. */
const readSecretAddresses = (secret: Uint8Array<ArrayBuffer>) =>
  withArena(async (arena) => secretAddresses(arena, secret))

function mustBe(wallet: Addresses, { evm, sol }: Addresses): void {
  if (wallet.evm !== evm || wallet.sol !== sol)
    throw new FoyerError('recovery-failed', { details: 'This factor opens another wallet.' })
}

/** Proves the user again at the login server. @returns until when, ms since 1970 */
export async function stepUpPasskeyWallet(
  context: WalletContext,
  { factor, wallet }: { wallet: PasskeyWallet; factor: Factor },
): Promise<{ until: number }> {
  const { auth, device, session } = context
  const { challenge } = await beginWith(context, factor)
  const proof = await withPasskeySecret(context, { wallet, factor }, (arena, secret) =>
    proveAccount(arena, { challenge, secret, jkt: device.jkt }),
  )
  return session.call(auth, passkeyWalletStepUp, proof)
}

/**
 * Adds or removes a factor of a wallet that is held by passkeys alone. An added one is read back, and opens the same wallet,
 * before the call succeeds.
 *
 * @throws {@link FoyerError} `recovery-failed` for a `present` of another wallet; `action-not-allowed` without a step-up;
 *   `request-invalid` for the source passkey
 */
export async function changePasskeyFactors(
  context: WalletContext,
  { change, present, wallet }: { wallet: PasskeyWallet; change: FactorChange; present: Factor },
): Promise<Addresses> {
  const { auth, session } = context
  if ('remove' in change) {
    await withPasskeySecret(context, { wallet, factor: present }, async () => {})
    await session.call(auth, passkeyWalletRemove, { id: change.remove })
    return readAddresses(wallet)
  }
  const { add } = change
  const { id } = await beginWith(context, add)
  const envelope = await withPasskeySecret(context, { wallet, factor: present }, (_, secret) =>
    sealSecret(secret, add),
  )
  const { mode } = add
  await session.call(auth, passkeyWalletAdd, { factor: { id, mode, envelope } })
  await withPasskeySecret(context, { wallet, factor: { ...add, isAdded: true } }, async () => {})
  return readAddresses(wallet)
}
