import type { BodyOf } from '@foyer/protocol'
import { loginOtp, loginSocialEnd } from '@foyer/protocol/login'
import { Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { requestLogin } from '../session/requestLogin.ts'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { CodeField } from './CodeField.tsx'
import { codeFailure } from './codeFailure.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { FilledText } from './FilledText.tsx'
import { failureWords } from './failureWords.ts'
import { LoginLinks } from './LoginLinks.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { loginName, SocialButtons } from './SocialButtons.tsx'
import { takeResult } from './takeResult.ts'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

type Step =
  | { name: 'email' }
  /** `isWhole`: nothing follows after the link. */
  | { name: 'device'; txnId: string; number: string; expiresAt: number; isWhole?: boolean }
  | { name: 'code'; txnId: string }
  | { name: 'passkey' }

/**
 * Logs in at a provider, or by e-mail: asks for the address, for the mailed link in a new browser, then for the code. Or by a
 * passkey alone.
 */
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
  const [said, setSaid] = useState<string>()
  const social = useTask(async (body: BodyOf<typeof loginSocialEnd>) => {
    const answer = await account.session.call(loginSocialEnd, body)
    if (answer.action === 'CONNECT') return account.logIn(answer.ticket)
    if (answer.action === 'FAILED') return setSaid(words.login.failed[answer.reason])
    setEmail(answer.email)
    if (answer.action === 'EXISTS') return setSaid(words.login.exists(loginName(answer.by)))
    setStep({ name: 'device', ...answer, isWhole: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this page has come back
  useEffect(() => {
    const result = takeResult()
    if (result !== undefined) void social.run({ result })
  }, [])
  const socialFailure = social.error === undefined ? undefined : failureWords(social.error)
  const links = (
    <LoginLinks onResend={() => ask(email)} onChange={() => setStep({ name: 'email' })} />
  )

  if (step.name === 'email')
    return (
      <EmailStep
        email={email}
        notice={socialFailure ?? said ?? notice}
        text={text}
        others={<SocialButtons />}
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
        links={step.isWhole ? null : links}
        onApproved={() => {
          if (step.isWhole) void social.run({ txnId: step.txnId })
          else setStep({ name: 'code', txnId: step.txnId })
        }}
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
