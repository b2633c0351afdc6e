import type { FoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import { connectLogin, requireAuth } from '../email/connectLogin.ts'

export type FarcasterStep =
  | { readonly is: 'opening' | 'finishing' }
  | { readonly is: 'waiting'; readonly uri: string }
  /** `failed`: the login site or the network; see `error`. */
  | { readonly is: 'denied' | 'expired' | 'refused' | 'held' | 'removed' | 'away' | 'failed' }

export type FarcasterLogin = {
  readonly step: FarcasterStep
  readonly error: FoyerError | null
  /** Makes another code. Never by itself: the user has to notice that another one is asked for. */
  readonly retry: () => void
}

/** Runs a login with a Farcaster app: the code, the wait, the wallet. @source spec 2.8, 7.17 */
export function useFarcasterLogin(): FarcasterLogin {
  const ui = useUi()
  const [step, setStep] = useState<FarcasterStep>({ is: 'opening' })
  const { error, mutate } = useMutation(async (_: undefined, signal: AbortSignal) => {
    const { login } = requireAuth(ui)
    setStep({ is: 'opening' })
    let uri: string | undefined
    try {
      uri = await login.getFarcasterUri({ signal })
      if (signal.aborted) return
      setStep({ is: 'waiting', uri })
      const { reason } = await login.connectFarcaster({ signal })
      if (reason && !signal.aborted) return setStep({ is: reason })
    } catch (error) {
      if (signal.aborted) return
      const is = endOf(error as FoyerError, uri !== undefined)
      setStep({ is })
      if (is === 'denied') ui.modal.store.shake()
      if (is !== 'failed') return
      throw error
    }
    if (signal.aborted) return
    setStep({ is: 'finishing' })
    try {
      await connectLogin(ui, signal)
    } catch (error) {
      setStep({ is: 'failed' })
      throw error
    }
  })
  useEffect(() => mutate(), [mutate])
  const retry = useCallback(() => mutate(), [mutate])
  return { step, error, retry }
}

/** The reason why a login ended before it was complete. */
function endOf(
  { code }: FoyerError,
  hasCode: boolean,
): Exclude<FarcasterStep, { uri: string }>['is'] {
  if (!navigator.onLine) return 'failed'
  if (code === 'http-failed') return 'away'
  if (!hasCode) return 'failed'
  if (code === 'user-rejected') return 'denied'
  if (code === 'request-timed-out') return 'expired'
  return code === 'action-not-allowed' ? 'refused' : 'failed'
}
