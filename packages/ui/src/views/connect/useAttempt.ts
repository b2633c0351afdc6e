import type { WalletEntry } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'

/** How long a success is seen before the modal closes, ms. */
export const successMs = 700

export type Attempt =
  | { readonly status: 'idle' | 'waiting' | 'done' }
  | { readonly status: 'failed'; readonly error: FoyerError }

/**
 * Asks a wallet to connect, at once and again on `retry`. Leaving the view ends the question; closing the modal does
 * not, so that what is approved in the wallet then still counts.
 */
export function useAttempt(entry: WalletEntry): Attempt & { retry: () => Promise<void> } {
  const { foyer, legal, modal } = useUi()
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  const mounted = useRef(true)

  const retry = useCallback(async () => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    const settle = (next: Attempt) => {
      if (mounted.current && running.current === controller) setAttempt(next)
    }
    settle({ status: 'waiting' })
    try {
      if (!entry.connector) throw new FoyerError('connector-not-found')
      const { namespace } = modal.store.get()
      const { askWallet } = await import('./askWallet.ts')
      await askWallet(foyer, { connector: entry.connector, namespace, signal: controller.signal })
      settle({ status: 'done' })
    } catch (thrown) {
      const error =
        thrown instanceof FoyerError ? thrown : new FoyerError('unknown', { cause: thrown })
      if (error.code === 'user-rejected' && mounted.current) modal.store.shake()
      settle({ status: 'failed', error })
    }
  }, [entry, foyer, modal])

  useEffect(() => {
    mounted.current = true
    if (legal.get().accepted) void retry()
    return () => {
      mounted.current = false
      if (modal.store.get().open || modal.options.embedded) running.current?.abort()
    }
  }, [legal, modal, retry])

  useEffect(() => {
    if (attempt.status !== 'done') return
    const timer = setTimeout(() => modal.close(), successMs)
    return () => clearTimeout(timer)
  }, [attempt.status, modal])

  return { ...attempt, retry }
}
