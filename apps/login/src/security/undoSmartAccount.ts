import type { PageAccount } from '../account/createPageAccount.ts'
import type { Boot } from '../boot.ts'
import { buildUndo } from '../frame/rpc/foyer_undoSmartAccount.ts'
import { sendOwn } from './sendOwn.ts'

/**
 * Makes the account a plain one again on a network, and waits until the network has confirmed it.
 * @throws FoyerError as {@link sendOwn} does
 */
export const undoSmartAccount = (
  account: Pick<PageAccount, 'call' | 'session'>,
  { address, network }: { address: string; network: Boot['networks'][number] },
): Promise<void> =>
  sendOwn(account, { network, build: (rpc) => buildUndo({ address, network, rpc }) })
