import { authForget, recoveryForget } from '@foyer/protocol/custody'
import { readOwnWallet } from './openWallet.ts'
import { readPasskeyWallet } from './passkeyWallet.ts'
import type { WalletContext } from './walletContext.ts'

/** Deletes this device's share set at both servers, then its record. @throws {@link FoyerError} `not-connected` without one */
export async function forgetDevice(context: WalletContext): Promise<void> {
  const { session, auth, vault, store } = context
  if (await readPasskeyWallet(context)) return void (await store.update(() => undefined))
  const { walletId, wallet } = await readOwnWallet(context)
  await session.call(auth, authForget, { walletId })
  await session.call(vault, recoveryForget, { walletId, setIds: [wallet.setId] })
  await store.update(() => undefined)
}
