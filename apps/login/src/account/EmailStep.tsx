import { loginEmail } from '@foyer/protocol/login'
import { Button, Field, Notice } from '@foyer/ui/primitives'
import { type FormEvent, type ReactNode, useState } from 'react'
import { safeParse } from 'valibot'
import { Card } from './Card.tsx'
import { failureWords } from './failureWords.ts'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** Asks for the e-mail address. */
export function EmailStep({
  email,
  failure,
  notice,
  onEmail,
  onPasskey,
  others,
  text,
}: {
  /** The previous address, when it is being changed. */
  email: string
  /** Why another login, which has returned here, failed. */
  failure: string | undefined
  notice: string | undefined
  onEmail: (email: string) => Promise<void>
  onPasskey: () => void
  /** Other ways to log in. */
  others?: ReactNode
  text: string
}) {
  const [value, setValue] = useState(email)
  const [wrong, setWrong] = useState(false)
  const ask = useTask(onEmail)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = safeParse(loginEmail.body, { email: value.trim() })
    setWrong(!parsed.success)
    if (parsed.success) void ask.run(parsed.output.email)
  }
  const refusal = ask.error === undefined ? undefined : failureWords(ask.error)
  return (
    <Card icon="shield" title={words.login.title} text={text}>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {notice === undefined ? null : <Notice tone="info">{notice}</Notice>}
      <form noValidate onSubmit={submit}>
        <Field
          label={words.login.email}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          enterKeyHint="go"
          hint={words.login.hint}
          value={value}
          error={wrong ? words.login.emailWrong : refusal}
          onChange={({ target }) => {
            setValue(target.value)
            setWrong(false)
            if (refusal !== undefined) ask.clear()
          }}
        />
        <Button type="submit" pending={ask.pending}>
          {words.login.submit}
        </Button>
      </form>
      {others}
      <Button variant="quiet" disabled={ask.pending} onClick={onPasskey}>
        {words.passkeyLogin.use}
      </Button>
    </Card>
  )
}
