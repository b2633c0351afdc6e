import { getOnrampOptions } from '@foyer/core'
import type { OnrampOffer } from '@foyer/protocol/api'
import { useCallback, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

/** Reads who sells what, and again on `retry`. */
export function useOffers() {
  const { foyer } = useUi()
  const [offers, setOffers] = useState<readonly OnrampOffer[]>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    getOnrampOptions(foyer, { force: tries > 0, signal }).then(
      (found) => signal.aborted || setOffers(found),
      (error) => {
        foyer.log('info', 'the sellers could not be read', error)
        if (!signal.aborted) setFailed(true)
      },
    )
    return () => controller.abort()
  }, [foyer, tries])
  const retry = useCallback(() => {
    setFailed(false)
    setTries((count) => count + 1)
  }, [])
  return { offers, failed, retry }
}
