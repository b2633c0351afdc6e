import { type ErrorCode, toFoyerError } from '@foyer/protocol'
import { useEffect, useRef, useState } from 'react'
import { type LoginWords, loginError } from './loginError.ts'
import type { OtpFieldProps } from './OtpField.tsx'

/** What a server says of a code that is wrong, old or used: one sentence for all. @source security 2.9 */
const refused: readonly ErrorCode[] = ['input-invalid', 'params-invalid']

/**
 * A code that is sent as soon as it is whole. One that is refused is cleared; one that could not be looked at stays.
 *
 * @param send - Rejects with what the server says.
 */
export function useOtp(send: (otp: string, signal: AbortSignal) => Promise<void>): {
  field: Pick<OtpFieldProps, 'value' | 'onChange' | 'refusals' | 'busy'>
  error: LoginWords | undefined
  /** Sends the same code again, where it could not be looked at. */
  retry: (() => void) | undefined
} {
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [error, setError] = useState<LoginWords>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (otp: string) => {
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    setError(undefined)
    try {
      await send(otp, controller.signal)
    } catch (thrown) {
      if (controller.signal.aborted) return
      const failure = toFoyerError(thrown)
      if (refused.includes(failure.code)) {
        setValue('')
        setRefusals((count) => count + 1)
        setError(['email.wrongCode'])
      } else setError(loginError(failure))
    } finally {
      if (!controller.signal.aborted) setBusy(false)
    }
  }
  const whole = value.length === 6
  return {
    field: {
      value,
      busy,
      refusals,
      onChange(next) {
        if (busy || next === value) return
        setValue(next)
        setError(undefined)
        if (next.length === 6) void run(next)
      },
    },
    error,
    retry: error && whole && !busy ? () => void run(value) : undefined,
  }
}
