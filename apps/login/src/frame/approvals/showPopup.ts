import { servePopup } from '../../popup/servePopup.ts'
import type { Site } from '../site.ts'
import type { OpenSurface } from './createApprove.ts'

/** Shows requests in a popup, which the page opens on the user's click. @source security 3.5 "Popup" */
export function showPopup({ site }: { site: Site }): OpenSurface {
  return async (approval, { context, onDecision, reason }) => {
    const popup = servePopup(approval, {
      onDecision,
      onOpen: () => context.push('POPUP_OPENED', { rid: context.id }),
      theme: site.theme(),
    })
    context.push('POPUP_NEEDED', { rid: context.id, reason })
    return popup
  }
}
