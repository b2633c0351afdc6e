import { discover, prefetchWallets } from '@foyer/core'
import { useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

/**
 * Whether the first list is complete: the wallets of this browser were looked for, and the directory answered or failed.
 * Both were begun before, where the modal was prefetched.
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
