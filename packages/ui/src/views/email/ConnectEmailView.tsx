import { isEmail } from '@foyer/protocol/frame'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMessage, useModalState, useSlice, useUi } from '../../context.ts'
import { Field } from '../../primitives/Field.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import { useLegal } from '../connect/useLegal.ts'
import css from './ConnectEmailView.css?inline'
import { connectLogin, requireAuth, screenAfter } from './connectLogin.ts'
import { loginError } from './loginError.ts'
import { type LoginState, loginStateOf } from './loginState.ts'

const selectAll = (memory: LoginState) => memory

/** Connecting by email: a part of Connect, and a view of its own. @source spec 4.5, 5.1 */
export function ConnectEmailView() {
  useStyles(css)
  const ui = useUi()
  const { Legal, router, views } = ui
  const message = useMessage()
  const { allow } = useLegal()
  const memory = useSlice(loginStateOf(ui), selectAll)
  const [email, setEmail] = useState(memory.email ?? '')
  const [invalid, setInvalid] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const send = useSend()
  const pending = send.status === 'pending'
  const error = invalid ? 'email.invalid' : undefined
  const failure = send.error ? message(...loginError(send.error)) : undefined
  const said = error ? message(error) : failure
  const alone = router.read().view === 'ConnectEmail'

  // An expired session passes its address on.
  useEffect(() => {
    if (memory.ended && memory.email) setEmail(memory.email)
  }, [memory.ended, memory.email])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const valid = isEmail(email)
    setInvalid(!valid)
    if (!valid) {
      send.reset()
      form.current?.querySelector('input')?.focus()
      return
    }
    if (allow()) send.mutate(email.trim())
  }
  return (
    <div className="connect-mail">
      {memory.ended ? <Notice tone="warning">{message('email.ended')}</Notice> : null}
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="go"
          label={message('email.label')}
          hideLabel
          placeholder={message('email.label')}
          dir={email === '' ? undefined : 'ltr'}
          value={email}
          readOnly={pending}
          error={said}
          onChange={(event) => {
            setEmail(event.target.value)
            setInvalid(false)
            send.reset()
          }}
          onFocus={() => {
            void views.load('EmailVerifyDevice')
            void views.load('EmailVerifyOtp')
          }}
          trailing={
            <button
              type="submit"
              className="connect-mail-go"
              aria-label={message('email.continue')}
              title={message('email.continue')}
              aria-busy={pending}
              aria-disabled={pending || undefined}
              data-ready={email !== ''}
            >
              <span>
                <LineIcon path={pending ? waitPath : goPath} />
              </span>
            </button>
          }
        />
        <p className="unseen" role="status">
          {pending ? message('email.sending') : ''}
        </p>
      </form>
      <p className="connect-mail-passkey" onPointerEnter={() => void views.load('ConnectPasskey')}>
        <TextLink onClick={() => allow() && router.push('ConnectPasskey')}>
          {message('email.passkey')}
        </TextLink>
      </p>
      {alone ? Legal && <Legal /> : <p className="connect-mail-or">{message('email.or')}</p>}
    </div>
  )
}

const goPath = 'M5 12h13.500M12.500 6l6 6-6 6'
const waitPath = 'M12 4a8 8 0 1 0 8 8'

/** Requests the mail. If the user leaves the view meanwhile, the result is kept and shown on their return. */
function useSend() {
  const ui = useUi()
  const { modal, router } = ui
  const open = useModalState((state) => state.open) || modal.options.embedded === true
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    if (!open) running.current?.abort()
    return () => running.current?.abort()
  }, [open])
  return useMutation(async (email: string) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const memory = loginStateOf(ui)
    const { waits } = memory.get()
    memory.set({ email, ended: false, waits })
    try {
      const reply = await requireAuth(ui).login.connectEmail({ email, signal })
      const screen = screenAfter(reply, email)
      if (!screen) return await connectLogin(ui, signal)
      memory.set({ email, ended: false, waits: screen })
      if (!signal.aborted) router.push(screen.view, screen.data)
    } catch (error) {
      // The last mail is still valid: continue where the user stopped.
      if ((error as { code?: string }).code !== 'email-throttled' || !isSame(waits?.data, email))
        throw error
      if (waits && !signal.aborted) router.push(waits.view, waits.data as never)
    }
  })
}

function isSame(data: unknown, email: string): boolean {
  return Object(data).email === email
}
