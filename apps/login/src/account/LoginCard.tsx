import { loginOtp } from '@foyer/protocol/login'
import { Notice } from '@foyer/ui/primitives'
import { useState } from 'react'
import { requestLogin } from '../session/requestLogin.ts'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { CodeField } from './CodeField.tsx'
import { codeFailure } from './codeFailure.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { FilledText } from './FilledText.tsx'
import { LoginLinks } from './LoginLinks.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

type Step =
  | { name: 'email' }
  | { name: 'device'; txnId: string; number: string; expiresAt: number }
  | { name: 'code'; txnId: string }
  | { name: 'passkey' }

/** Logs in by e-mail: asks for the address, for the mailed link in a new browser, then for the code. Or by a passkey alone. */
export function LoginCard({ notice, text }: { notice?: string | undefined; text: string }) {
  const { account } = useAccount()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>({ name: 'email' })
  /** Starts a login, or restarts it to send another mail; a restart ends the previous login. */
  const ask = async (address: string) => {
    const answer = await requestLogin(
      account.session,
      { email: address },
      { resume: account.resume },
    )
    if (!answer) return
    setEmail(address)
    if (answer.action === 'CONNECT') await account.start()
    else if (answer.action === 'VERIFY_OTP') setStep({ name: 'code', txnId: answer.txnId })
    else setStep({ name: 'device', ...answer })
  }
  const verify = useTask(async (txnId: string, otp: string) => {
    const { ticket } = await account.session.call(loginOtp, { txnId, otp })
    await account.logIn(ticket)
  })
  const links = (
    <LoginLinks onResend={() => ask(email)} onChange={() => setStep({ name: 'email' })} />
  )

  if (step.name === 'email')
    return (
      <EmailStep
        email={email}
        notice={notice}
        text={text}
        onEmail={ask}
        onPasskey={() => setStep({ name: 'passkey' })}
      />
    )
  if (step.name === 'passkey') return <PasskeyLogin onBack={() => setStep({ name: 'email' })} />
  if (step.name === 'device')
    return (
      <DeviceStep
        key={step.txnId}
        {...step}
        email={email}
        links={links}
        onApproved={() => setStep({ name: 'code', txnId: step.txnId })}
      />
    )
  return (
    <Card
      key={step.txnId}
      icon="mail"
      title={words.code.title}
      text={<FilledText text={words.code.text} value={email} />}
    >
      <CodeField
        busy={verify.pending}
        error={verify.error === undefined ? undefined : codeFailure(verify.error)}
        onCode={(otp) => void verify.run(step.txnId, otp)}
      />
      {navigator.onLine ? null : <Notice tone="warning">{words.offlineTitle}</Notice>}
      {links}
    </Card>
  )
}
