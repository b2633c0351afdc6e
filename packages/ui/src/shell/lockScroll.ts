/**
 * Keeps the page behind a dialog from scrolling: it stops scroll events that the dialog does not use. The page is not
 * modified, so it does not jump.
 *
 * @returns A stop function.
 */
export function lockScroll(dialog: HTMLElement): () => void {
  let touchY = 0
  const hold = (event: Event, deltaY: number) => {
    const scrolls = event.composedPath().some((target) => {
      if (!(target instanceof HTMLElement) || !dialog.contains(target)) return false
      const { clientHeight, scrollHeight, scrollTop } = target
      if (scrollHeight <= clientHeight || getComputedStyle(target).overflowY !== 'auto')
        return false
      return deltaY < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1
    })
    if (!scrolls && event.cancelable) event.preventDefault()
  }
  const onWheel = (event: WheelEvent) => {
    // Zoom gestures belong to the page.
    if (!event.ctrlKey) hold(event, event.deltaY)
  }
  const onTouchStart = (event: TouchEvent) => {
    touchY = event.touches[0]?.clientY ?? 0
  }
  const onTouchMove = (event: TouchEvent) => {
    if (event.touches.length === 1) hold(event, touchY - (event.touches[0]?.clientY ?? 0))
  }
  const stop = new AbortController()
  const { signal } = stop
  dialog.addEventListener('wheel', onWheel, { passive: false, signal })
  dialog.addEventListener('touchstart', onTouchStart, { passive: true, signal })
  dialog.addEventListener('touchmove', onTouchMove, { passive: false, signal })
  return () => stop.abort()
}
