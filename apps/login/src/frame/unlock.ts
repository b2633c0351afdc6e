import { passkeyChallenge } from '@foyer/protocol/custody'
import type { LoginSession } from '../session/openSession.ts'
import { readFactorModes } from '../session/readFactorModes.ts'
import type { Queue } from './approvals/createQueue.ts'
import type { ApprovePart } from './approvals/importApprove.ts'
import type { FrameAccount, ReadyWallet } from './createFrameAccount.ts'
import type { Unlock } from './GET_USER.ts'
import { showCard } from './showCard.ts'
import type { Site } from './site.ts'

/**
 * Makes the function that asks the user for the passkey or the recovery code that opens the wallet on this device.
 * Concurrent calls share one screen.
 * @source security 2.3, 2.8
 */
export function createUnlock({
  account,
  load,
  queue,
  root,
  session,
  site,
}: {
  account: FrameAccount
  load: () => Promise<ApprovePart>
  queue: Queue
  root: HTMLElement
  session: LoginSession
  site: Site
}): Unlock {
  return (_, context) =>
    queue.run(context.signal, async () => {
      const { origin, push, signal } = context
      // A concurrent call may have opened the wallet already.
      const wallet = await account.load()
      if (wallet.status === 'ready') return wallet
      const { mode, userId } = wallet
      const [parts, { email }, modes] = await Promise.all([
        load(),
        account.facts(),
        readFactorModes(session, { mode, signal, userId }),
      ])
      return showCard<ReadyWallet>(parts, { push, root, signal, site }, (container, shown, done) =>
        parts.mountUnlock(container, {
          ...{ ...shown, email, modes, origin },
          readPasskeyOptions: async () =>
            (await session.callVault(passkeyChallenge, { userId }, { signal })).options,
          async onFactor({ evidence, factor }) {
            const addresses = await account.ask('recover', {
              factor,
              ...(evidence && { evidence }),
            })
            const ready: ReadyWallet = { status: 'ready', userId, mode, addresses }
            account.setReady(ready)
            done(ready)
          },
        }),
      )
    })
}
