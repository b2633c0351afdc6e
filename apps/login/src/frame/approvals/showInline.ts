import type { Site } from '../site.ts'
import type { OpenSurface } from './createApprove.ts'
import type { ApprovePart } from './importApprove.ts'

/** Bounds of the frame's height that a page may set, in px. @source security 3.3 `SHOW` */
const heights = { least: 120, most: 2000 }

/** Shows requests in the frame, which the page makes visible for it. @source security 3.5 "Inline gate" */
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
    const place = root.ownerDocument.createElement('div')
    root.append(place)
    const tellHeight = (height: number) => {
      const whole = Math.ceil(Math.min(heights.most, Math.max(heights.least, height)))
      context.push('SHOW', { height: whole })
    }
    const card = mountApproval(place, {
      approval: first,
      theme: site.theme(),
      onBlocked,
      onDecision,
      onHeight: tellHeight,
    })
    const stop = site.watchTheme((theme) => card.update({ theme }))
    tellHeight(firstHeight)
    return {
      show: (approval, status) => card.update({ approval, status }),
      close() {
        stop()
        context.push('HIDE', {})
        card.unmount()
        place.remove()
      },
    }
  }
}
