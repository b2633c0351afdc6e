import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import type { FrameTheme } from '@foyer/protocol/frame'
import type { ApprovePart } from './approvals/importApprove.ts'
import type { Site } from './site.ts'

type Context = Pick<Parameters<FrameHandlers['CONNECT_PASSKEY']>[1], 'push' | 'signal'>
/** The properties that each card takes, and its theme. */
type Shown = {
  readonly theme: FrameTheme | undefined
  onCancel(): void
  onHeight(height: number): void
}

/**
 * Shows a card of the login site in the frame, until the user has finished or cancelled.
 *
 * @param mount - Mounts the card; call `done` with the result.
 * @throws FoyerError `user-rejected`, `request-aborted`
 */
export async function showCard<result>(
  { firstHeight }: Pick<ApprovePart, 'firstHeight'>,
  { push, root, signal, site }: Context & { root: HTMLElement; site: Site },
  mount: (
    container: HTMLElement,
    shown: Shown,
    done: (result: result) => void,
  ) => { update(next: { theme: FrameTheme | undefined }): void; unmount(): void },
): Promise<result> {
  if (signal.aborted) throw new FoyerError('request-aborted')
  const container = root.ownerDocument.createElement('div')
  root.append(container)
  let stop = () => {}
  try {
    return await new Promise<result>((resolve, reject) => {
      const abort = () => reject(new FoyerError('request-aborted'))
      signal.addEventListener('abort', abort)
      const shown: Shown = {
        theme: site.theme(),
        onCancel: () => reject(new FoyerError('user-rejected')),
        onHeight: (height) => push('SHOW', { height: Math.ceil(height) }),
      }
      const screen = mount(container, shown, resolve)
      const stopTheme = site.watchTheme((theme) => screen.update({ theme }))
      stop = () => {
        signal.removeEventListener('abort', abort)
        stopTheme()
        screen.unmount()
      }
      push('SHOW', { height: firstHeight })
    })
  } finally {
    stop()
    push('HIDE', {})
    container.remove()
  }
}
