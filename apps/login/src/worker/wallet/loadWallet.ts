import { FoyerError } from '@foyer/protocol'
import { authStatus, revokeSessions } from '@foyer/protocol/custody'
import type { LoadedWallet } from './loadedWallet.ts'
import { readAddresses } from './openWallet.ts'
import { readPasskeyWallet, readyPasskeyWallet } from './passkeyWallet.ts'
import { settlePending } from './putChange.ts'
import type { WalletContext } from './walletContext.ts'

/** Reports sign-outs to A that have not reached it; when A is unreachable, the next load retries. */
async function revokePending({ store, auth }: WalletContext): Promise<void> {
  const sids = (await store.read())?.pendingRevoke ?? []
  if (sids.length === 0) return
  try {
    await auth.call(revokeSessions, { sids })
  } catch (error) {
    if (error instanceof FoyerError) return
    throw error
  }
  await store.update((device) => {
    if (!device) return device
    const { pendingRevoke = [], ...rest } = device
    const left = pendingRevoke.filter((sid) => !sids.includes(sid))
    return left.length > 0 ? { ...rest, pendingRevoke: left } : rest
  })
}

/** Signs in with a login's ticket or with the stored session, and brings the device's record in line with A. */
export async function loadWallet(
  context: WalletContext,
  { ticket }: { ticket?: string | undefined },
): Promise<LoadedWallet> {
  const { session, auth } = context
  await revokePending(context)
  if (ticket !== undefined) await session.logIn(ticket)
  else if (!(await session.isOpen())) return { status: 'signed-out' }
  const found = await session.call(auth, authStatus, {}).catch(async (error: unknown) => {
    const isRefused = error instanceof FoyerError && error.code === 'unauthorized'
    // The access token had not expired, but A has ended the session.
    if (!isRefused || (await session.isOpen())) throw error
    return undefined
  })
  if (!found) return { status: 'signed-out' }
  const { custody, userId, wallet } = found
  if (custody === 'passkey') {
    const own = await readPasskeyWallet(context, userId)
    // The record is gone, for example to free space: the passkey logs in again.
    return own ? readyPasskeyWallet(userId, own) : { status: 'signed-out' }
  }
  const ready = await settlePending(context, { userId, live: wallet })
  if (!wallet) return { status: 'create', userId }
  const { mode } = wallet
  if (!ready) return { status: 'recover', userId, mode }
  return { status: 'ready', userId, mode, addresses: readAddresses(wallet) }
}
