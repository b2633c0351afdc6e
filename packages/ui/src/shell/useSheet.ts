import { type RefObject, useEffect, useRef } from 'react'

/** Lets a bottom sheet be dragged down. Other screens do not load the code. */
export function useSheet(
  card: RefObject<HTMLElement | null>,
  { disabled, onDismiss }: { disabled: boolean; onDismiss: () => void },
): void {
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    if (disabled) return
    const phone = matchMedia('(max-width: 430px)')
    let stop: (() => void) | undefined
    let ended = false
    const load = async () => {
      try {
        const { dragDown } = await import('./dragDown.ts')
        if (!ended && phone.matches && card.current && !stop)
          stop = dragDown(card.current, () => dismiss.current())
      } catch {
        // Offline before the code loaded: the sheet still closes by its button and by a tap outside.
      }
    }
    const follow = () => {
      stop?.()
      stop = undefined
      if (phone.matches) void load()
    }
    follow()
    phone.addEventListener('change', follow)
    return () => {
      ended = true
      phone.removeEventListener('change', follow)
      stop?.()
    }
  }, [card, disabled])
}
