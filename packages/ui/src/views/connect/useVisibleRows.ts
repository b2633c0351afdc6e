import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows rendered above and below the viewport, for scrolling and Tab. */
const spareRows = 6

/**
 * Returns the visible range of a long list: other rows need not be in the document.
 *
 * @param parameters.rowHeight - Height of every row with its gap, px.
 * @returns The first and the one after the last, and the height of the whole list in px.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight }: { count: number; rowHeight: number },
): { start: number; end: number; height: number } {
  const [top, setTop] = useState(0)
  const [visible, setVisible] = useState(10)
  const measure = useCallback(() => {
    const element = list.current
    const scroller = element?.closest('.scroll')
    if (!element || !scroller) return
    const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
    // Whole rows, so that most scroll events change nothing.
    setTop(Math.max(0, Math.floor(above / rowHeight)))
    setVisible(Math.ceil(scroller.clientHeight / rowHeight) + 1)
  }, [list, rowHeight])
  useLayoutEffect(() => {
    const scroller = list.current?.closest('.scroll')
    if (!scroller) return
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [list, measure])
  const start = Math.max(0, Math.min(top, count) - spareRows)
  const end = Math.min(count, top + visible + spareRows)
  return { start, end, height: count * rowHeight }
}
