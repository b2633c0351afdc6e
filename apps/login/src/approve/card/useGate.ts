import type { Description } from '@foyer/decode'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type GateView, watchGate } from '../gate/watchGate.ts'

type Part = RefObject<HTMLElement | null>

/** Watches the gate of the approve button. @returns Its state; undefined while there is nothing to approve. */
export function useGate(
  { approve, body, card }: { card: Part; body: Part; approve: Part },
  {
    hold,
    of,
    onApprove,
    surface,
  }: {
    /** The shown description; a change resets the gate. */
    of: Description | undefined
    surface: 'inline' | 'popup'
    hold: boolean
    onApprove: () => void
  },
): GateView | undefined {
  const [view, setView] = useState<GateView>()
  const finish = useEffectEvent(onApprove)
  useEffect(() => {
    const button = approve.current?.querySelector('button')
    if (!of || !button || !card.current || !body.current) return
    const stop = watchGate({
      button,
      body: body.current,
      card: card.current,
      rules: { surface, hold },
      onApprove: () => finish(),
      onChange: setView,
    })
    return () => {
      stop()
      setView(undefined)
    }
  }, [of, surface, hold, approve, body, card])
  return view
}
