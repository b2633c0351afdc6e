import type { Payment, PaymentRequest, PaymentState } from '@foyer/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useUi } from '../../context.ts'

/** Loads and follows the payment of a request while the view is shown. */
export function usePayment(request: PaymentRequest): {
  readonly payment: Payment | undefined
  readonly state: PaymentState | undefined
  /** Its code could not be loaded. */
  readonly isLost: boolean
  readonly reload: () => void
} {
  const { foyer } = useUi()
  const [payment, setPayment] = useState<Payment>()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (isLost) return
    let ended = false
    let stop = () => {}
    import('./openPayment.ts').then(
      ({ openPayment }) => {
        if (ended) return
        const opened = openPayment(foyer, request)
        stop = opened.follow()
        setPayment(opened)
      },
      (error) => {
        foyer.log('error', 'the payment could not be loaded', error)
        if (!ended) setLost(true)
      },
    )
    return () => {
      ended = true
      stop()
    }
  }, [foyer, request, isLost])
  const subscribe = useCallback(
    (changed: () => void) => payment?.store.subscribe(changed) ?? (() => {}),
    [payment],
  )
  const read = () => payment?.store.get()
  const state = useSyncExternalStore(subscribe, read, read)
  return { payment, state, isLost, reload: () => setLost(false) }
}
