import { Button, Field } from '@foyer/ui/primitives'
import { type FormEvent, useState } from 'react'
import { readTypedCode } from './readTypedCode.ts'
import { words } from './words.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type CodeFormProps = {
  label: string
  action: string
  pending: boolean
  /** Error of the last code. */
  error: string | undefined
  /** Message for an incomplete or mistyped code. */
  malformed: string
  /** Called with the typed code as ASCII bytes. */
  onCode: (code: Bytes) => void
}

/** A form for a recovery code. The code leaves the field only as bytes, which can be wiped. */
export function CodeForm({ action, error, label, malformed, onCode, pending }: CodeFormProps) {
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement
    const code = readTypedCode(field.value)
    setWrong(code === undefined)
    if (code) onCode(code)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field
        name="code"
        label={label}
        hint={words.unlock.codeHint}
        error={wrong ? malformed : error}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={64}
        onChange={() => setWrong(false)}
      />
      <Button type="submit" pending={pending}>
        {action}
      </Button>
    </form>
  )
}
