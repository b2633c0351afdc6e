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
  /** Message for a text that is no code. */
  malformed: string
  /** Takes the typed letters, as bytes. */
  onCode: (code: Bytes) => void
}

/** Reads a typed recovery code: the text stays in the field, and only bytes leave it. */
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
