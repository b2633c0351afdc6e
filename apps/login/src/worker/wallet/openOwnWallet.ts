import type { Addresses } from '../keys/addressesOf.ts'
import type { Arena } from '../keys/arena.ts'
import { openWallet, readAddresses, readOwnWallet } from './openWallet.ts'
import { readPasskeyWallet, withPasskeySecret } from './passkeyWallet.ts'
import type { Factor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

/** Reads the addresses of the signed-in user's wallet on this device. @throws {@link FoyerError} `not-connected` */
export async function readOwnAddresses(context: WalletContext): Promise<Addresses> {
  const held = await readPasskeyWallet(context)
  return readAddresses(held ?? (await readOwnWallet(context)).wallet)
}

/**
 * Opens the secret of the signed-in user's wallet, which exists only while `use` runs: from the shares, or with the factor
 * of a wallet that is held by passkeys alone.
 *
 * @throws {@link FoyerError} A's error, `share-unreadable`, `recovery-failed`
 */
export async function openOwnWallet<result>(
  context: WalletContext,
  {
    factor,
    purpose,
    rid,
  }: { purpose: 'sign' | 'export'; rid?: string; factor?: Factor | undefined },
  use: (arena: Arena, secret: Uint8Array<ArrayBuffer>) => Promise<result>,
): Promise<result> {
  const held = await readPasskeyWallet(context)
  if (held) return withPasskeySecret(context, { wallet: held, factor }, use)
  const own = await readOwnWallet(context)
  return openWallet(context, { own, purpose, ...(rid && { rid }) }, use)
}
