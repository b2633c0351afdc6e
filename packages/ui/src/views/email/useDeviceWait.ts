import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import type { MailData } from '../../view.ts'
import { requireAuth } from './goOn.ts'
import { loginMemoryOf } from './loginMemory.ts'

/** How long the link of a mail is good, ms. @source security 2.9 */
export const linkMs = 20 * 60_000

export type DeviceWait = {
  readonly status: 'waiting' | 'offline' | 'denied' | 'expired' | 'failed'
  readonly retry: () => void
}

type Wait = Pick<MailData, 'email' | 'sentAt'>

/** Waits until the link of the mail was approved, then goes on to the code. Another mail is another wait. @source ledger 7.2 */
export function useDeviceWait({ email, sentAt }: Wait): DeviceWait {
  const ui = useUi()
  const { error, mutate } = useMutation(async ({ email }: Wait, signal) => {
    await requireAuth(ui).login.connectDevice({ signal })
    if (signal.aborted) return
    // The login site mails the code as the link is approved.
    const data = { email, sentAt: Date.now() }
    loginMemoryOf(ui).set({ email, ended: false, waits: { view: 'EmailVerifyOtp', data } })
    ui.router.replace('EmailVerifyOtp', data)
  })
  const retry = useCallback(() => mutate({ email, sentAt }), [mutate, email, sentAt])
  useEffect(retry, [retry])
  const denied = error?.code === 'user-rejected'
  const offline = useOffline(() => {
    // What broke with the network goes on with it, whether or not that is known yet.
    if (!denied) retry()
  })
  const status = () => {
    if (denied) return 'denied'
    if (error && Date.now() >= sentAt + linkMs) return 'expired'
    if (offline) return 'offline'
    return error ? 'failed' : 'waiting'
  }
  return { status: status(), retry }
}

/** Whether the browser says that it has no network. */
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
