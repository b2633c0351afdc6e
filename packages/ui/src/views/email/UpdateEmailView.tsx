import type { FoyerState } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'
import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { isEmail } from '@foyer/protocol/frame'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { isolate } from '../../format/isolate.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { CodeField } from '../../primitives/CodeField.tsx'
import { Field } from '../../primitives/Field.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStepFocus } from '../../useStepFocus.ts'
import { useStyles } from '../../useStyles.ts'
import { requireAuth } from './connectLogin.ts'
import { type LoginWords, loginError } from './loginError.ts'
import css from './Mail.css?inline'
import { MailHead } from './MailHead.tsx'
import { MailNumber } from './MailNumber.tsx'
import { useOtp } from './useOtp.ts'

const userOf = ({ activeNamespace, details }: FoyerState) => details[activeNamespace]?.user

type Step =
  | { readonly name: 'address' }
  | { readonly name: 'primary' | 'secondary'; readonly email: string }
  | { readonly name: 'done'; readonly email: string; readonly number?: string | undefined }

/** Changes a login's address: the old one's code, the new one's code, and a link to the old one. @source spec 4.6 */
export function UpdateEmailView() {
  useStyles(css)
  const user = useFoyerState(userOf)
  const now = user?.email ?? undefined
  // The current address changes while the view is shown.
  const [before] = useState(now)
  const [step, setStep] = useState<Step>({ name: 'address' })
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  // Older login sites name no logins.
  const hasLogin = user?.logins ? user.logins.includes('email') : user?.email
  if (isRefused || (step.name === 'address' && !hasLogin))
    return <AddAtSecurity logins={user?.logins} />
  if (step.name === 'address')
    return (
      <Address
        email={typed}
        now={before}
        onChange={setTyped}
        onStep={setStep}
        onRefused={() => setRefused(true)}
      />
    )
  if (step.name === 'done') return <Done before={before} step={step} />
  return <Code key={step.name} step={step} before={before} onStep={setStep} />
}

function Done({
  before,
  step: { email, number },
}: {
  before: string | undefined
  step: Extract<Step, { name: 'done' }>
}) {
  const place = useStepFocus<HTMLDivElement>()
  const { router } = useUi()
  const message = useMessage()
  return (
    <div ref={place} className="mail">
      <MailHead sign="done" title={message('updateEmail.doneTitle')}>
        <p className="mail-text" role="status">
          {message('updateEmail.done', { email: isolate(email) })}
        </p>
      </MailHead>
      {number && before ? (
        <>
          <p className="mail-status">{message('updateEmail.link', { email: isolate(before) })}</p>
          <MailNumber label={message('updateEmail.number')} number={number} />
        </>
      ) : null}
      <div className="mail-button">
        <Button onClick={() => router.back()}>{message('updateEmail.finish')}</Button>
      </div>
    </div>
  )
}

/** An account without a login by email adds one on the login site, which asks for a proof of the user first. */
function AddAtSecurity({ logins }: { logins: readonly string[] | undefined }) {
  const loginUrl = findAuthConnector(useUi().foyer)?.loginUrl.replace(/\/+$/, '')
  const message = useMessage()
  // The page offers a site's own login only to the users who come with its name.
  const own = logins?.find((name) => name.startsWith('custom:'))?.slice(7)
  return (
    <div className="mail">
      <MailHead title={message('login.noEmail')} />
      {loginUrl ? (
        <div className="mail-button">
          <LinkButton href={`${loginUrl}/security${own ? `?login=${own}` : ''}`}>
            {message('login.security')}
          </LinkButton>
        </div>
      ) : null}
    </div>
  )
}

function Address({
  email,
  now,
  onChange,
  onRefused,
  onStep,
}: {
  email: string
  now: string | undefined
  onChange: (email: string) => void
  /** The account has no login by email any more. */
  onRefused: () => void
  onStep: (step: Step) => void
}) {
  const ui = useUi()
  const message = useMessage()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<LoginWords>()
  const form = useRef<HTMLFormElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const newEmail = email.trim()
    const isSame = newEmail.toLowerCase() === now?.toLowerCase()
    if (isSame || !isEmail(newEmail)) {
      setError([isSame ? 'updateEmail.same' : 'email.invalid'])
      form.current?.querySelector('input')?.focus()
      return
    }
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setPending(true)
    try {
      const action = await requireAuth(ui).login.updateEmail({
        email: newEmail,
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      onStep({ name: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary', email: newEmail })
    } catch (thrown) {
      if (controller.signal.aborted) return
      const failure = toFoyerError(thrown)
      if (failure.code === 'action-not-allowed') return onRefused()
      setPending(false)
      setError(begunError(failure))
    }
  }
  return (
    <div className="mail">
      {now === undefined ? null : (
        <p className="mail-status">{message('updateEmail.now', { email: isolate(now) })}</p>
      )}
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
          label={message('updateEmail.new')}
          dir={email === '' ? undefined : 'ltr'}
          value={email}
          readOnly={pending}
          error={error && message(...error)}
          onChange={(event) => {
            onChange(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" pending={pending}>
          {message('updateEmail.next')}
        </Button>
      </form>
    </div>
  )
}

const begunError = (failure: FoyerError): LoginWords => {
  if (failure.code === 'unauthorized') return ['updateEmail.logInAgain']
  // The server allows one change in 24 hours, and none for 72 hours after an account that was idle for a year woke.
  return failure.code === 'request-invalid' ? ['updateEmail.held'] : loginError(failure)
}

function Code({
  before,
  onStep,
  step: { email, name },
}: {
  before: string | undefined
  onStep: (step: Step) => void
  step: { readonly name: 'primary' | 'secondary'; readonly email: string }
}) {
  const ui = useUi()
  const message = useMessage()
  const otp = useOtp(async (code, signal) => {
    const { login } = requireAuth(ui)
    if (name === 'primary') {
      await login.updateEmailPrimaryOtp({ otp: code, signal })
      return onStep({ name: 'secondary', email })
    }
    const { email: changed, number } = await login.updateEmailSecondaryOtp({ otp: code, signal })
    onStep({ name: 'done', email: changed, number })
  })
  return (
    <div className="mail">
      <MailHead
        title={message(name === 'primary' ? 'updateEmail.primary' : 'updateEmail.secondary')}
        address={name === 'primary' ? before : email}
      />
      <CodeField
        label={message('email.code')}
        {...otp.field}
        error={otp.error && message(...otp.error)}
      />
      <p className="mail-status" role="status" data-waits={otp.field.busy}>
        {otp.field.busy ? message('email.checking') : ''}
      </p>
      <div className="mail-actions">
        {otp.retry ? (
          <p className="mail-wait">
            <TextLink onClick={otp.retry}>{message('modal.retry')}</TextLink>
          </p>
        ) : null}
        <p className="mail-wait">
          <TextLink onClick={() => onStep({ name: 'address' })}>
            {message('updateEmail.over')}
          </TextLink>
        </p>
      </div>
    </div>
  )
}
