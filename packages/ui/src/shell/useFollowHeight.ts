import { type RefObject, useLayoutEffect } from 'react'

/** Gives `body` the height of its only child, so that CSS can animate it between views. */
export function useFollowHeight(body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const outer = body.current
    const inner = outer?.firstElementChild
    if (!outer || !inner) return
    const observer = new ResizeObserver(() => {
      const height = inner.getBoundingClientRect().height
      // A closed dialog is not measured, and the first height is not a change.
      if (height === 0) outer.style.blockSize = ''
      else outer.style.blockSize = `${Math.round(inner.clientHeight)}px`
    })
    observer.observe(inner)
    return () => observer.disconnect()
  }, [body])
}
