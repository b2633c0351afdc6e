import { useStyles } from '@foyer/ui/primitives'
import { useEffect, useId, useRef, useState } from 'react'
import css from './CodeField.css?inline'
import { words } from './words.ts'

export type CodeFieldProps = {
  /** Called with six digits. */
  onCode: (code: string) => void
  busy: boolean
  /** What was wrong with the last one; the field is emptied. */
  error?: string | undefined
}

const digits = 6

/** One field, drawn as six cells: paste, autofill and screen readers meet one field. */
export function CodeField({ busy, error, onCode }: CodeFieldProps) {
  useStyles(css)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  useEffect(() => {
    if (error === undefined) return
    setCode('')
    input.current?.focus()
  }, [error])
  useEffect(() => input.current?.focus(), [])
  const change = (text: string) => {
    if (busy) return
    const next = text.replace(/\D/g, '').slice(0, digits)
    setCode(next)
    if (next.length === digits && next !== code) onCode(next)
  }
  return (
    <div>
      <div className="code" data-busy={busy}>
        <input
          ref={input}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={words.code.label}
          aria-invalid={error !== undefined && code === ''}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ target }) => change(target.value)}
          // The cells have no caret: what is typed always comes at the end.
          onSelect={({ currentTarget }) => currentTarget.setSelectionRange(digits, digits)}
        />
        <div className="code-cells" aria-hidden="true">
          {Array.from({ length: digits }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              key={index}
              className="code-cell"
              data-next={index === Math.min(code.length, digits - 1)}
            >
              {code[index]}
            </span>
          ))}
        </div>
      </div>
      {error === undefined ? null : (
        <p id={id} className="code-error" role="alert">
          {error}
        </p>
      )}
      <span className="unseen" role="status">
        {busy ? words.code.checking : ''}
      </span>
    </div>
  )
}
