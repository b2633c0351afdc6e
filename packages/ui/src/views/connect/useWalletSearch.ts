import { searchWallets } from '@foyer/core'
import { searchDebounceMs } from '@foyer/core/internal'
import { useCallback, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

export type WalletSearch = {
  /** Current input. */
  readonly text: string
  readonly status: 'pending' | 'success' | 'error'
  /** The trimmed query of the current results; empty: the whole list. */
  readonly found: string
  readonly setText: (text: string) => void
  readonly retry: () => void
}

/**
 * Searches the directory while the user types. Earlier results stay until the new ones are loaded.
 *
 * @source spec 5.17, 9.14
 */
export function useWalletSearch(): WalletSearch {
  const { foyer } = useUi()
  const [text, setText] = useState('')
  const [state, setState] = useState<Pick<WalletSearch, 'status' | 'found'>>({
    status: 'success',
    found: '',
  })
  const [tries, setTries] = useState(0)
  const search = text.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is the same search once more
  useEffect(() => {
    const controller = new AbortController()
    const run = async () => {
      try {
        // Without an api `listSearchEntries` searches installed wallets only.
        if (foyer.options.apiUrl !== undefined)
          await searchWallets(foyer, { search, signal: controller.signal })
        if (!controller.signal.aborted) setState({ status: 'success', found: search })
      } catch {
        if (!controller.signal.aborted) setState({ status: 'error', found: search })
      }
    }
    if (search === '') {
      void run()
      return () => controller.abort()
    }
    setState(({ found }) => ({ status: 'pending', found }))
    const timer = setTimeout(() => void run(), searchDebounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [foyer, search, tries])

  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { text, ...state, setText, retry }
}
