import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { openPasskeyWindow } from '../popup/passkeyWindow.ts'
import type { Queue } from './approvals/createQueue.ts'
import type { ApprovePart } from './approvals/importApprove.ts'
import type { FrameAccount } from './createFrameAccount.ts'
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
        const { askWalletPasskey, firstHeight, mountPasskey } = await load()
        const container = root.ownerDocument.createElement('div')
        root.append(container)
        const at = { projectId, origin }
        let stop = () => {}
        try {
          await new Promise<void>((resolve, reject) => {
            const abort = () => reject(new FoyerError('request-aborted'))
            signal.addEventListener('abort', abort)
            const screen = mountPasskey(container, {
              origin,
              theme: site.theme(),
              async onOpen() {
                const factor = await askWalletPasskey()
                await account.open({ factor, site: at })
                resolve()
              },
              async onCreate() {
                const theme = site.theme()
                const use = (factor: Parameters<typeof account.open>[0]['factor']) =>
                  account.open({ factor, site: at, create: true })
                await openPasskeyWindow({ origin, signal, theme, use })
                resolve()
              },
              onCancel: () => reject(new FoyerError('user-rejected')),
              onHeight: (height) => push('SHOW', { height: Math.ceil(height) }),
            })
            const stopTheme = site.watchTheme((theme) => screen.update({ theme }))
            stop = () => {
              signal.removeEventListener('abort', abort)
              stopTheme()
              screen.unmount()
            }
            push('SHOW', { height: firstHeight })
          })
          return {}
        } finally {
          stop()
          push('HIDE', {})
          container.remove()
        }
      }),
  }
}
