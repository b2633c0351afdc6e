import type { FoyerError } from '@foyer/protocol'
import { useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import type { MailData } from '../../view.ts'
import { connectLogin, requireAuth, screenAfter } from './connectLogin.ts'
import { emailThrottleMs, loginError, secondsOf } from './loginError.ts'
import { loginStateOf } from './loginState.ts'

/**
 * Requests another mail of the login, and shows the view of its result.
 *
 * @returns `sentAt`: the time of the last mail, adjusted by the server's answers, ms since 1970.
 */
export function useMailAgain({ email, sentAt: firstAt }: MailData): {
  pending: boolean
  sentAt: number
  again: () => void
} {
  const ui = useUi()
  const { notices, router } = ui
  const message = useMessage()
  const [throttledAt, setThrottledAt] = useState(0)
  const { mutate, status } = useMutation(async (_: undefined, signal) => {
    const reply = await requireAuth(ui).login.connectEmail({ email, signal })
    if (signal.aborted) return
    const screen = screenAfter(reply, email)
    if (!screen) return connectLogin(ui, signal)
    const { view } = screen
    const data = { ...screen.data, isAnother: true }
    loginStateOf(ui).set({ email, ended: false, waits: { view, data } })
    notices.show({ tone: 'info', text: message('email.sent') })
    router.replace(view, data)
  })
  const pending = status === 'pending'
  const onError = (error: FoyerError) => {
    // The countdown reports it.
    if (error.code === 'email-throttled')
      return setThrottledAt(Date.now() + secondsOf(error) * 1000 - emailThrottleMs)
    notices.show({ tone: 'error', text: message(...loginError(error)) })
  }
  return {
    pending,
    sentAt: Math.max(firstAt, throttledAt),
    again() {
      if (!pending) mutate(undefined, { onError })
    },
  }
}
