import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './CodeField.css?inline'
import { readDigits } from './readDigits.ts'

/** Number of digits of a code. @source spec 5.2; security 2.9 */
const length = 6
const places = [0, 1, 2, 3, 4, 5]

export type CodeFieldProps = {
  label: string
  value: string
  /** Called with digits only, at most six. */
  onChange: (value: string) => void
  /** The error of the code; the cells shake when it appears. */
  error?: string | undefined
  /** Number of rejected codes: each causes a shake. */
  refusals: number
  /** The code is being verified: no input. */
  busy: boolean
}

/**
 * One input that looks like six cells, so that pasting, autofill and screen readers work. Digits run left to right in
 * every language.
 *
 * @source spec 5.2
 */
export function CodeField({ busy, error, label, onChange, refusals, value }: CodeFieldProps) {
  useStyles(css)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [focused, setFocused] = useState(false)
  const [at, setAt] = useState(0)

  /** Selects an existing digit, so that typing replaces it. */
  const select = (place: number) => {
    const next = Math.max(0, Math.min(place, input.current?.value.length ?? 0, length - 1))
    input.current?.setSelectionRange(next, next + 1)
    setAt(next)
  }
  const follow = () => {
    const { selectionEnd = 0, selectionStart = 0 } = input.current ?? {}
    const start = selectionStart ?? 0
    // Keep a selection of several digits.
    if ((selectionEnd ?? 0) - start > 1) setAt(start)
    else select(start)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: value.length }[event.key]
    if (step === undefined || event.shiftKey) return
    event.preventDefault()
    select(step)
  }
  useEffect(() => {
    if (refusals === 0) return
    input.current?.focus()
  }, [refusals])
  useEffect(() => {
    // Views focus their heading; this one has a single field.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])

  return (
    <div className="code" data-invalid={error !== undefined}>
      {/* A key restarts the shake for each rejection. */}
      <div
        key={refusals}
        className="code-cells"
        dir="ltr"
        data-shake={refusals > 0}
        aria-hidden="true"
      >
        {places.map((place) => (
          <span
            key={place}
            data-current={focused && !busy && place === Math.min(at, value.length, length - 1)}
          >
            {value[place] ?? ''}
          </span>
        ))}
      </div>
      <input
        ref={input}
        id={id}
        className="code-input"
        type="text"
        name="one-time-code"
        dir="ltr"
        inputMode="numeric"
        pattern="\d*"
        autoComplete="one-time-code"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        value={value}
        readOnly={busy}
        onChange={({ target }) => {
          const digits = readDigits(target.value, length)
          onChange(digits)
          setAt(Math.min(target.selectionStart ?? digits.length, length - 1))
        }}
        onPaste={(event) => {
          event.preventDefault()
          const pasted = readDigits(event.clipboardData.getData('text'), length)
          // A partial code is inserted at the cursor.
          if (!busy && pasted) onChange((value.slice(0, at) + pasted).slice(-length))
        }}
        onKeyDown={onKeyDown}
        onSelect={follow}
        onFocus={() => {
          setFocused(true)
          select(value.length)
        }}
        onBlur={() => setFocused(false)}
      />
      {error === undefined ? null : (
        <p key={`error ${refusals}`} id={`${id}-error`} className="code-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
