import { watch } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'

/** How long a success is seen before the modal closes, ms. */
export const successMs = 700

export type Attempt =
  | { readonly status: 'idle' | 'pending' | 'success' }
  | { readonly status: 'error'; readonly error: FoyerError }

/** The question to a wallet; rejects with what came of it. Another function is another question. */
export type Ask = (signal: AbortSignal) => Promise<void>

/**
 * Asks a wallet to connect, at once and again on `retry`. Neither leaving the view nor closing the modal cancels it, so
 * that what is approved in the wallet then still counts.
 *
 * @param parameters.onLeave - Called when the view is left. @default nothing
 * @param parameters.starts - false: only `retry` asks. @default true
 */
export function useAttempt(
  ask: Ask,
  { onLeave, starts = true }: { onLeave?: () => void; starts?: boolean } = {},
): Attempt & { retry: () => Promise<void> } {
  const { foyer, legal, modal } = useUi()
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  const mounted = useRef(true)

  const retry = useCallback(async () => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    const isCurrent = () => mounted.current && running.current === controller
    const settle = (next: Attempt) => {
      if (isCurrent()) setAttempt(next)
    }
    settle({ status: 'pending' })
    try {
      await ask(controller.signal)
      settle({ status: 'success' })
    } catch (thrown) {
      const error =
        thrown instanceof FoyerError ? thrown : new FoyerError('unknown', { cause: thrown })
      if (error.code === 'user-rejected' && isCurrent()) modal.store.shake()
      settle({ status: 'error', error })
    }
  }, [ask, modal])

  useEffect(() => {
    mounted.current = true
    if (starts && legal.get().accepted) void retry()
    return () => {
      mounted.current = false
      running.current?.abort('leave')
      onLeave?.()
    }
  }, [legal, onLeave, retry, starts])

  useEffect(() => {
    // Connected by another prompt that was still open, or in another tab.
    const namespace = modal.store.get().namespace ?? foyer.store.get().activeNamespace
    const connected = () => {
      const connection = foyer.store.get().connections[namespace]
      return connection?.status === 'connected' ? connection.connector : undefined
    }
    const before = connected() ?? foyer.store.get().shownAttempts[namespace]?.before?.connector
    return watch(foyer.store, connected, (connector) => {
      if (!connector || connector === before) return
      // What becomes of the other prompt is not shown any longer.
      running.current = undefined
      setAttempt({ status: 'success' })
    })
  }, [foyer, modal])

  useEffect(() => {
    if (attempt.status !== 'success') return
    const timer = setTimeout(() => modal.close(), successMs)
    return () => clearTimeout(timer)
  }, [attempt.status, modal])

  return { ...attempt, retry }
}
