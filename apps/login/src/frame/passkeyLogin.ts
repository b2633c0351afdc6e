import type { FrameHandlers } from '@foyer/embedded/frame'
import { openPasskeyWindow } from '../popup/passkeyWindow.ts'
import type { Queue } from './approvals/createQueue.ts'
import type { ApprovePart } from './approvals/importApprove.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { showCard } from './showCard.ts'
import type { Site } from './site.ts'

/**
 * Makes the handler of a login by a passkey alone: shows the screen on which the user opens or makes the wallet. The passkey's
 * secret stays in documents of this origin, and the login is that of this frame's device.
 */
export function passkeyLogin({
  account,
  load,
  projectId,
  queue,
  root,
  site,
}: {
  account: FrameAccount
  load: () => Promise<ApprovePart>
  projectId: string
  queue: Queue
  root: HTMLElement
  site: Site
}): Pick<FrameHandlers, 'CONNECT_PASSKEY'> {
  return {
    CONNECT_PASSKEY: (_, { origin, push, signal }) =>
      queue.run(signal, async () => {
        const parts = await load()
        const at = { projectId, origin }
        await showCard<void>(parts, { push, root, signal, site }, (container, shown, done) =>
          parts.mountPasskey(container, {
            ...{ ...shown, origin },
            async onOpen() {
              const factor = await parts.askWalletPasskey()
              await account.open({ factor, site: at })
              done()
            },
            async onCreate() {
              const theme = site.theme()
              const use = (factor: Parameters<typeof account.open>[0]['factor']) =>
                account.open({ factor, site: at, create: true })
              await openPasskeyWindow({ origin, signal, theme, use })
              done()
            },
          }),
        )
        return {}
      }),
  }
}
