import { FoyerError } from '@foyer/protocol'
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
 * @param options.shown - The wallet that the user was shown: another user may have logged in since, also in another tab.
 * @throws {@link FoyerError} A's error, `share-unreadable`, `recovery-failed`; `request-aborted` for another wallet than `shown`
 */
export async function openOwnWallet<result>(
  context: WalletContext,
  {
    factor,
    purpose,
    rid,
    shown,
  }: {
    purpose: 'sign' | 'export'
    rid?: string
    factor?: Factor | undefined
    shown?: Addresses
  },
  use: (arena: Arena, secret: Uint8Array<ArrayBuffer>) => Promise<result>,
): Promise<result> {
  const held = await readPasskeyWallet(context)
  if (held) {
    mustBeShown(held, shown)
    return withPasskeySecret(context, { wallet: held, factor }, use)
  }
  const own = await readOwnWallet(context)
  mustBeShown(own.wallet, shown)
  return openWallet(context, { own, purpose, ...(rid && { rid }) }, use)
}

function mustBeShown(wallet: Addresses, shown: Addresses | undefined): void {
  if (shown && (wallet.evm !== shown.evm || wallet.sol !== shown.sol))
    throw new FoyerError('request-aborted', { details: 'Another user has logged in.' })
}
