import { FoyerError } from '@foyer/protocol'
import { addEmailLogin, addEmailLoginOtp } from '@foyer/protocol/login'
import { Button, Field } from '@foyer/ui/primitives'
import { type FormEvent, useState } from 'react'
import { safeParse } from 'valibot'
import { useReady } from '../../account/AccountContext.ts'
import { CodeField } from '../../account/CodeField.tsx'
import { codeFailure } from '../../account/codeFailure.ts'
import { LinkWait } from '../../account/DeviceStep.tsx'
import { FilledText } from '../../account/FilledText.tsx'
import { failureWords } from '../../account/failureWords.ts'
import { useSteppedUp } from '../../account/StepUp.tsx'
import { useTask } from '../../account/useTask.ts'
import { words } from '../../account/words.ts'

const text = words.logins

type Step = 'address' | 'code' | { txnId: string; number: string; expiresAt: number }

/** Adds a login by email: the address, the vault's link, then the code. */
export function AddEmailStage({ onAdded }: { onAdded: (id: string) => void }) {
  const { account } = useReady()
  const steppedUp = useSteppedUp()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const [step, setStep] = useState<Step>('address')
  const [txnId, setTxnId] = useState('')
  const begin = useTask(async (address: string) => {
    await steppedUp(async () => {
      const link = await account.call(addEmailLogin, { email: address })
      setTxnId(link.txnId)
      setStep(link)
    })
  })
  const verify = useTask(async (otp: string) => {
    const { id } = await account.call(addEmailLoginOtp, { txnId, otp })
    await account.refresh()
    onAdded(id)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = safeParse(addEmailLogin.body, { email: email.trim() })
    setWrong(!parsed.success)
    if (parsed.success) {
      setEmail(parsed.output.email)
      void begin.run(parsed.output.email)
    }
  }
  if (step === 'address')
    return (
      <form noValidate onSubmit={submit}>
        <Field
          label={words.login.email}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          enterKeyHint="go"
          value={email}
          error={
            wrong
              ? words.login.emailWrong
              : begin.error === undefined
                ? undefined
                : failureWords(begin.error)
          }
          onChange={({ target }) => {
            setEmail(target.value)
            setWrong(false)
            begin.clear()
          }}
        />
        <Button type="submit" pending={begin.pending}>
          {text.emailSubmit}
        </Button>
      </form>
    )
  if (step === 'code')
    return (
      <>
        <p className="sheet-text">
          <FilledText text={text.codeText} value={email} />
        </p>
        <CodeField
          busy={verify.pending}
          error={verify.error === undefined ? undefined : addFailure(verify.error)}
          onCode={(otp) => void verify.run(otp)}
        />
      </>
    )
  return (
    <>
      <p className="sheet-text">
        <FilledText text={text.linkText} value={email} />
      </p>
      <LinkWait {...step} onApproved={() => setStep('code')} />
    </>
  )
}

const addFailure = (error: unknown): string =>
  error instanceof FoyerError && error.code === 'action-not-allowed'
    ? text.emailTaken
    : codeFailure(error)
