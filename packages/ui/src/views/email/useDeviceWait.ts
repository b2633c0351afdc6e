import type { FoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import type { MailData } from '../../view.ts'
import { connectLogin, requireAuth } from './connectLogin.ts'
import { loginStateOf } from './loginState.ts'

/** Lifetime of a mail's link, ms. @source security 2.9 */
export const linkMs = 20 * 60_000

export type DeviceWait = {
  readonly status: 'waiting' | 'offline' | 'denied' | 'expired' | 'failed'
  readonly error: FoyerError | null
  readonly retry: () => void
}

type Wait = Pick<MailData, 'email' | 'isWhole' | 'sentAt'>

/**
 * Waits for the approval of the mail's link, then continues to the code. Another mail restarts it.
 *
 * @source spec 7.2
 */
export function useDeviceWait({ email, isWhole, sentAt }: Wait): DeviceWait {
  const ui = useUi()
  const { error, mutate } = useMutation(async ({ email, isWhole }: Wait, signal) => {
    await requireAuth(ui).login.connectDevice({ signal })
    if (signal.aborted) return
    if (isWhole) return connectLogin(ui, signal)
    // The login site mails the code on approval.
    const data = { email, sentAt: Date.now() }
    loginStateOf(ui).set({ email, ended: false, waits: { view: 'EmailVerifyOtp', data } })
    ui.router.replace('EmailVerifyOtp', data)
  })
  const retry = useCallback(
    () => mutate({ email, isWhole, sentAt }),
    [mutate, email, isWhole, sentAt],
  )
  useEffect(retry, [retry])
  const denied = error?.code === 'user-rejected'
  const offline = useOffline(() => {
    // Retry after a network failure, detected or not.
    if (!denied) retry()
  })
  const status = () => {
    if (denied) return 'denied'
    if (error && Date.now() >= sentAt + linkMs) return 'expired'
    if (offline) return 'offline'
    return error ? 'failed' : 'waiting'
  }
  return { status: status(), error, retry }
}

/** True while the browser reports no network. */
function useOffline(onReturn: () => void): boolean {
  const [offline, setOffline] = useState(!navigator.onLine)
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('offline', () => setOffline(true), { signal })
    const back = () => {
      setOffline(false)
      latest.current()
    }
    window.addEventListener('online', back, { signal })
    return () => controller.abort()
  }, [])
  return offline
}
