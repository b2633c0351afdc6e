import { type RefObject, useEffect, useRef } from 'react'

/** A drag this far down closes, px; so does a shorter one at {@link flickPxPerMs}. */
const farPx = 96
const flickPxPerMs = 0.5

/** Lets a sheet be pulled down by its handle or header: by touch, where it lies at the bottom of the screen. */
export function useDragDown(
  card: RefObject<HTMLElement | null>,
  { disabled, onDismiss }: { disabled: boolean; onDismiss: () => void },
): void {
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    const element = card.current
    if (!element || disabled) return
    let from: { y: number; at: number; id: number } | undefined
    let distance = 0
    const move = (px: number) => {
      distance = Math.max(0, px)
      element.style.translate = distance ? `0 ${distance}px` : ''
    }
    const end = () => {
      delete element.dataset.dragging
      from = undefined
      element.style.translate = ''
    }
    const onDown = (event: PointerEvent) => {
      const target = event.target as HTMLElement
      if (event.pointerType !== 'touch' || target.closest('button')) return
      if (!target.closest('.handle, .header') || !matchMedia('(max-width: 430px)').matches) return
      from = { y: event.clientY, at: event.timeStamp, id: event.pointerId }
      distance = 0
      element.setPointerCapture(event.pointerId)
      element.dataset.dragging = ''
    }
    const onMove = (event: PointerEvent) => {
      if (from?.id === event.pointerId) move(event.clientY - from.y)
    }
    const onUp = (event: PointerEvent) => {
      if (from?.id !== event.pointerId) return
      const speed = distance / Math.max(1, event.timeStamp - from.at)
      const far = distance > farPx || (distance > 24 && speed > flickPxPerMs)
      end()
      if (far) dismiss.current()
    }
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', end)
    return () => {
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', end)
    }
  }, [card, disabled])
}
