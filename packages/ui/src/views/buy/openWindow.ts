/**
 * Opens an empty window for a seller's page. Call it synchronously in the click, or the browser blocks it. The page gets no
 * way back to this one.
 *
 * @returns undefined if the browser blocks it
 */
export function openWindow(): Window | undefined {
  const opened = window.open('', '_blank', 'popup,width=460,height=760')
  if (!opened) return undefined
  opened.opener = null
  return opened
}
