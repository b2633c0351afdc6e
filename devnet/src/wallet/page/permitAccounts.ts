import * as v from 'valibot'
import { rpcError } from './rpcError.ts'
import type { WalletContext } from './walletContext.ts'

const chosen = v.pipe(v.array(v.number()), v.minLength(1))

/**
 * Asks the user to select the accounts that this site may see, and stores them.
 *
 * @throws 4001 if the user rejects.
 */
export async function permitAccounts(
  { store, askUser }: WalletContext,
  method: 'eth_requestAccounts' | 'wallet_requestPermissions',
): Promise<void> {
  const selected = store.read().accounts
  const answer = v.safeParse(chosen, await askUser({ method, selected }))
  if (!answer.success) throw rpcError(-32603, 'The wallet’s page returned no accounts.')
  store.update({ accounts: answer.output, permittedAt: Date.now() })
}
