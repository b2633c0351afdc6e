import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './CodeField.css?inline'
import { readDigits } from './readDigits.ts'

/** How many digits a code has. @source ledger 5.2; security 2.9 */
const length = 6
const places = [0, 1, 2, 3, 4, 5]

export type CodeFieldProps = {
  label: string
  value: string
  /** Called with digits only, at most six. */
  onChange: (value: string) => void
  /** What is wrong with the code; the cells shake when it comes. */
  error?: string | undefined
  /** Counts the codes that were refused: each shakes. */
  refusals: number
  /** It is being looked at: nothing can be typed. */
  busy: boolean
}

/**
 * One input that looks like six cells, so that pasting, the code that a phone offers, and screen readers just work. Numbers
 * run from left to right in every language. @source ledger 5.2
 */
export function CodeField({ busy, error, label, onChange, refusals, value }: CodeFieldProps) {
  useStyles(css)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [focused, setFocused] = useState(false)
  const [at, setAt] = useState(0)

  /** A digit that is there is selected, so that typing replaces it. */
  const select = (place: number) => {
    const next = Math.max(0, Math.min(place, input.current?.value.length ?? 0, length - 1))
    input.current?.setSelectionRange(next, next + 1)
    setAt(next)
  }
  const follow = () => {
    const { selectionEnd = 0, selectionStart = 0 } = input.current ?? {}
    const start = selectionStart ?? 0
    // All of it is selected, or some: that is what is wanted.
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
    // The heading has the focus when a view comes; here there is one thing to do.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])

  return (
    <div className="code" data-invalid={error !== undefined}>
      {/* A key, so that each refusal shakes anew. */}
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
          // A part of a code goes where one stands.
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
