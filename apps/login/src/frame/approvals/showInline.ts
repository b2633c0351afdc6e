import type { Site } from '../site.ts'
import type { OpenSurface } from './createApprove.ts'
import type { ApprovePart } from './importApprove.ts'

/** Bounds of the height that the frame may request from the page, in px. @source security 3.3 `SHOW` */
const heights = { min: 120, max: 2000 }

/** Shows requests in the frame, after asking the page to make the frame visible. @source security 3.5 "Inline gate" */
export function showInline({
  load,
  root,
  site,
}: {
  load: () => Promise<ApprovePart>
  root: HTMLElement
  site: Site
}): OpenSurface {
  return async (first, { context, onBlocked, onDecision }) => {
    const { firstHeight, mountApproval } = await load()
    const container = root.ownerDocument.createElement('div')
    root.append(container)
    const reportHeight = (height: number) => {
      const clamped = Math.ceil(Math.min(heights.max, Math.max(heights.min, height)))
      context.push('SHOW', { height: clamped })
    }
    const card = mountApproval(container, {
      approval: first,
      theme: site.theme(),
      onBlocked,
      onDecision,
      onHeight: reportHeight,
    })
    const stop = site.watchTheme((theme) => card.update({ theme }))
    reportHeight(firstHeight)
    return {
      show: (approval, status) => card.update({ approval, status }),
      close() {
        stop()
        context.push('HIDE', {})
        card.unmount()
        container.remove()
      },
    }
  }
}
