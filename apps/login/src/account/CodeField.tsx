import { CodeField as Cells, useStyles } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import css from './CodeField.css?inline'
import { words } from './words.ts'

export type CodeFieldProps = {
  /** Called with six digits. */
  onCode: (code: string) => void
  busy: boolean
  /** Error of the last code; setting it empties the field. */
  error?: string | undefined
}

/** A field for a code of six digits; submits it when complete. */
export function CodeField({ busy, error, onCode }: CodeFieldProps) {
  useStyles(css)
  const [code, setCode] = useState('')
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (error === undefined) return
    setCode('')
    setRefusals((count) => count + 1)
  }, [error])
  const change = (next: string) => {
    setCode(next)
    if (next.length === 6 && next !== code) onCode(next)
  }
  return (
    <div className="typed-code">
      <Cells
        label={words.code.label}
        value={code}
        error={code === '' ? error : undefined}
        refusals={refusals}
        busy={busy}
        onChange={change}
      />
      <span className="unseen" role="status">
        {busy ? words.code.checking : ''}
      </span>
    </div>
  )
}
