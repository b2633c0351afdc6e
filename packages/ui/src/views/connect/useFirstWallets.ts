import { discover, prefetchWallets } from '@foyer/core'
import { useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

/**
 * True once the first list is complete: discovery has run, and the directory answered or failed. Prefetching the modal
 * starts both earlier.
 */
export function useFirstWallets(): boolean {
  const { foyer } = useUi()
  const [complete, setComplete] = useState(false)
  useEffect(() => {
    let ended = false
    // Neither rejects.
    void Promise.all([discover(foyer), prefetchWallets(foyer)]).then(() => {
      if (!ended) setComplete(true)
    })
    return () => {
      ended = true
    }
  }, [foyer])
  return complete
}
