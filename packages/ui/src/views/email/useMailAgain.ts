import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { useEffect, useRef, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { connectLogin, type MailData, requireAuth, screenAfter } from './goOn.ts'
import { emailThrottleMs, loginError, secondsOf } from './loginError.ts'
import { loginMemoryOf } from './loginMemory.ts'

/**
 * Asks for the mail of a login once more, and goes where its answer leads.
 *
 * @returns `sentAt` is when the last mail went out as far as the server says, ms since 1970.
 */
export function useMailAgain({ email, sentAt: firstAt }: MailData): {
  pending: boolean
  sentAt: number
  again: () => Promise<void>
} {
  const ui = useUi()
  const { notices, router } = ui
  const message = useMessage()
  const [pending, setPending] = useState(false)
  const [throttledAt, setThrottledAt] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const fail = (error: FoyerError) => {
    // The countdown says it.
    if (error.code === 'email-throttled')
      return setThrottledAt(Date.now() + secondsOf(error) * 1000 - emailThrottleMs)
    notices.show({ tone: 'error', text: message(...loginError(error)) })
  }
  return {
    pending,
    sentAt: Math.max(firstAt, throttledAt),
    async again() {
      if (pending) return
      const controller = new AbortController()
      running.current = controller
      setPending(true)
      try {
        const reply = await requireAuth(ui).login.connectEmail({ email, signal: controller.signal })
        if (controller.signal.aborted) return
        const screen = screenAfter(reply, email)
        if (!screen) return await connectLogin(ui, controller.signal)
        const { view } = screen
        const data = { ...screen.data, isAnother: true }
        loginMemoryOf(ui).set({ email, ended: false, waits: { view, data } })
        notices.show({ tone: 'info', text: message('email.sent') })
        router.replace(view, data)
      } catch (thrown) {
        if (!controller.signal.aborted) fail(toFoyerError(thrown))
      } finally {
        if (!controller.signal.aborted) setPending(false)
      }
    },
  }
}
