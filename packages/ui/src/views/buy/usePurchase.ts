import { waitForOnramp } from '@foyer/core'
import { toFoyerError } from '@foyer/protocol'
import type { OnrampSessionState } from '@foyer/protocol/api'
import { useEffect, useState } from 'react'
import { useUi } from '../../context.ts'
import type { OpenedPurchase } from './openedPurchase.ts'

/** The state of a purchase as users see it. */
export type PurchaseStage =
  | 'open'
  | 'blocked'
  | 'closed'
  | 'pending'
  | 'arrived'
  | 'ended'
  | 'expired'
  | 'lost'

/** Pause between two looks at the window, ms: no event tells that it was closed. */
const lookMs = 500

/** Follows a purchase to its end, and its window until it is closed. */
export function usePurchase({ order: { id }, url, window: opened }: OpenedPurchase): {
  stage: PurchaseStage
  hash: string | undefined
} {
  const { foyer } = useUi()
  const [state, setState] = useState<OnrampSessionState>()
  const [isLost, setLost] = useState(false)
  const isClosed = useIsClosed(opened)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    waitForOnramp(foyer, { id, onChange: setState, signal }).catch((thrown) => {
      if (toFoyerError(thrown).code !== 'request-aborted') setLost(true)
    })
    return () => controller.abort()
  }, [foyer, id])
  const status = state?.status ?? 'open'
  return { stage: stageOf(), hash: state?.hash }

  function stageOf(): PurchaseStage {
    if (isLost) return 'lost'
    if (status === 'failed') return 'ended'
    if (status !== 'open') return status
    // After a reload nobody knows whether the window is still there.
    if (!opened) return url === undefined ? 'closed' : 'blocked'
    return isClosed ? 'closed' : 'open'
  }
}

function useIsClosed(opened: Window | undefined): boolean {
  const [isClosed, setClosed] = useState(opened?.closed === true)
  useEffect(() => {
    if (!opened) return
    const timer = setInterval(() => setClosed(opened.closed), lookMs)
    return () => clearInterval(timer)
  }, [opened])
  return isClosed
}
