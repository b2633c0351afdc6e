import type { ErrorCode } from '@foyer/protocol'
import { useEffect, useRef, useState } from 'react'
import { useMutation } from '../../useMutation.ts'
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
  const [refusals, setRefusals] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const {
    error,
    isPending: busy,
    mutate,
    reset,
  } = useMutation((otp: string) => {
    running.current = new AbortController()
    return send(otp, running.current.signal)
  })
  const isRefused = error !== null && refused.includes(error.code)

  const run = (otp: string) =>
    mutate(otp, {
      onError({ code }) {
        if (!refused.includes(code)) return
        setValue('')
        setRefusals((count) => count + 1)
      },
    })
  const whole = value.length === 6
  return {
    field: {
      value,
      busy,
      refusals,
      onChange(next) {
        if (busy || next === value) return
        setValue(next)
        reset()
        if (next.length === 6) run(next)
      },
    },
    error: error === null ? undefined : isRefused ? ['email.wrongCode'] : loginError(error),
    retry: error && whole ? () => run(value) : undefined,
  }
}
