import { watch } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'

/** Time that a success is shown before the modal closes, ms. */
export const successMs = 700

export type Attempt =
  | { readonly status: 'idle' | 'pending' | 'success' }
  | { readonly status: 'error'; readonly error: FoyerError }

/** Starts an attempt to connect; rejects on failure. A new function identity starts a new attempt. */
export type Ask = (signal: AbortSignal) => Promise<void>

/**
 * Asks a wallet to connect, at once and again on `retry`. Neither leaving the view nor closing the modal cancels it: a
 * later approval still connects.
 *
 * @param parameters.onLeave - Called when the view is left. @default nothing
 * @param parameters.starts - false: only `retry` asks. @default true
 */
export function useAttempt(
  ask: Ask,
  { onLeave, starts = true }: { onLeave?: () => void; starts?: boolean } = {},
): Attempt & { retry: () => void } {
  const { foyer, legal, modal } = useUi()
  const [isConnected, setConnected] = useState(false)
  const running = useRef<AbortController>(undefined)
  const { mutate, reset, ...call } = useMutation(() => {
    running.current?.abort()
    running.current = new AbortController()
    return ask(running.current.signal)
  })

  const retry = useCallback(() => {
    setConnected(false)
    mutate(undefined, {
      onError({ code }) {
        if (code === 'user-rejected') modal.store.shake()
      },
    })
  }, [modal, mutate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is asked at once
  useEffect(() => {
    if (starts && legal.get().accepted) retry()
    return () => {
      // Not `abort()`, which cancels the wallet's prompt.
      running.current?.abort('leave')
      onLeave?.()
    }
  }, [ask, legal, onLeave, retry, starts])

  useEffect(() => {
    // Connected by another open prompt, or in another tab.
    const namespace = modal.store.get().namespace ?? foyer.store.get().activeNamespace
    const connected = () => {
      const connection = foyer.store.get().connections[namespace]
      return connection?.status === 'connected' ? connection.connector : undefined
    }
    const before = connected() ?? foyer.store.get().shownAttempts[namespace]?.before?.connector
    return watch(foyer.store, connected, (connector) => {
      if (!connector || connector === before) return
      // The outcome of the other prompt is not shown any more.
      running.current = undefined
      reset()
      setConnected(true)
    })
  }, [foyer, modal, reset])

  const attempt: Attempt = isConnected ? { status: 'success' } : call

  useEffect(() => {
    if (attempt.status !== 'success') return
    const timer = setTimeout(() => modal.close(), successMs)
    return () => clearTimeout(timer)
  }, [attempt.status, modal])

  return { ...attempt, retry }
}
