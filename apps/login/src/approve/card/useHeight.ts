import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Bounds of the reported height, in px: the gate requires the minimum; content beyond the maximum scrolls. @source security 3.5 rule 6 */
const heights = { min: 480, max: 720 }

/** Calls `onHeight` with the height that the whole card needs, in px, each time that it changes. */
export function useHeight(
  card: RefObject<HTMLElement | null>,
  onHeight: ((height: number) => void) | undefined,
): void {
  const report = useEffectEvent((height: number) => onHeight?.(height))
  useEffect(() => {
    const element = card.current
    if (!element) return
    const content = element.querySelector('.approval-body')
    const parts = [element.firstElementChild, content, element.lastElementChild]
    let last = 0
    const measure = () => {
      let height = 0
      for (const part of parts) height += part?.getBoundingClientRect().height ?? 0
      if (height === 0) return
      const fitted = Math.round(Math.min(Math.max(height, heights.min), heights.max))
      if (fitted !== last) report(fitted)
      last = fitted
    }
    const observer = new ResizeObserver(measure)
    for (const part of parts) if (part) observer.observe(part)
    return () => observer.disconnect()
  }, [card])
}
