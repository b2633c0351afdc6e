/** Drag distance that closes, px; a fast drag above {@link flickPxPerMs} needs less. */
const farPx = 96
const flickPxPerMs = 0.5

/**
 * Lets a sheet be dragged down by its handle or header, by touch.
 *
 * @returns A stop function.
 */
export function dragDown(sheet: HTMLElement, onDismiss: () => void): () => void {
  let from: { y: number; at: number; id: number } | undefined
  let distance = 0
  const move = (px: number) => {
    distance = Math.max(0, px)
    sheet.style.translate = distance ? `0 ${distance}px` : ''
  }
  const end = () => {
    delete sheet.dataset.dragging
    from = undefined
    sheet.style.translate = ''
  }
  const onDown = (event: PointerEvent) => {
    const target = event.target as HTMLElement
    if (event.pointerType !== 'touch' || target.closest('button')) return
    if (!target.closest('.handle, .header')) return
    from = { y: event.clientY, at: event.timeStamp, id: event.pointerId }
    distance = 0
    sheet.setPointerCapture(event.pointerId)
    sheet.dataset.dragging = ''
  }
  const onMove = (event: PointerEvent) => {
    if (from?.id === event.pointerId) move(event.clientY - from.y)
  }
  const onUp = (event: PointerEvent) => {
    if (from?.id !== event.pointerId) return
    const speed = distance / Math.max(1, event.timeStamp - from.at)
    const isFar = distance > farPx || (distance > 24 && speed > flickPxPerMs)
    end()
    if (isFar) onDismiss()
  }
  sheet.addEventListener('pointerdown', onDown)
  sheet.addEventListener('pointermove', onMove)
  sheet.addEventListener('pointerup', onUp)
  sheet.addEventListener('pointercancel', end)
  return () => {
    sheet.removeEventListener('pointerdown', onDown)
    sheet.removeEventListener('pointermove', onMove)
    sheet.removeEventListener('pointerup', onUp)
    sheet.removeEventListener('pointercancel', end)
  }
}
