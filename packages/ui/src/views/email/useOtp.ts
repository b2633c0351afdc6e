import type { ErrorCode, FoyerError } from '@foyer/protocol'
import { useState } from 'react'
import type { CodeFieldProps } from '../../primitives/CodeField.tsx'
import { useMutation } from '../../useMutation.ts'
import { type LoginWords, loginError } from './loginError.ts'

/** Server errors for a wrong, old or used code: one message for all. @source security 2.9 */
const refused: readonly ErrorCode[] = ['input-invalid', 'params-invalid']

/**
 * Sends a code once it is complete. Clears a rejected one; keeps one that could not be verified.
 *
 * @param send - Rejects with the server's error.
 */
export function useOtp(send: (otp: string, signal: AbortSignal) => Promise<void>): {
  field: Pick<CodeFieldProps, 'value' | 'onChange' | 'refusals' | 'busy'>
  error: LoginWords | undefined
  /** Sends the same code again if it could not be verified. */
  retry: (() => void) | undefined
} {
  const [value, setValue] = useState('')
  const [refusals, setRefusals] = useState(0)
  const { error, mutate, reset, status } = useMutation(send)
  const busy = status === 'pending'
  const isRefusal = ({ code }: FoyerError) => refused.includes(code)
  const run = (otp: string) =>
    mutate(otp, {
      onError(error) {
        if (!isRefusal(error)) return
        setValue('')
        setRefusals((count) => count + 1)
      },
    })
  const isComplete = value.length === 6
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
    error: error ? (isRefusal(error) ? ['email.wrongCode'] : loginError(error)) : undefined,
    retry: error && isComplete ? () => run(value) : undefined,
  }
}
