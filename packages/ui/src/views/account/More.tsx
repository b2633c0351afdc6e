import { useEffect, useRef } from 'react'
import { useMessage } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'

/** Distance from the end at which the next page loads, px: some rows. */
const aheadPx = 320

/** Loads the next page once it comes near; a button for browsers and users that do not scroll. */
export function More({ isLoading, onReached }: { isLoading: boolean; onReached: () => void }) {
  const message = useMessage()
  const place = useRef<HTMLDivElement>(null)
  // After each page it may still be in sight.
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) onReached()
      },
      { root: place.current.closest('.scroll'), rootMargin: `${aheadPx}px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  })
  return (
    <div ref={place} aria-busy={isLoading}>
      <Button variant="quiet" pending={isLoading} onClick={onReached}>
        {message(isLoading ? 'modal.loading' : 'activity.more')}
      </Button>
    </div>
  )
}
