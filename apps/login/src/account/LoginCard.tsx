import type { BodyOf } from '@foyer/protocol'
import { type loginCustomEnd, loginOtp, type loginSocialEnd } from '@foyer/protocol/login'
import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { endSocialLogin } from '../session/endSocialLogin.ts'
import { requestLogin } from '../session/requestLogin.ts'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { CodeField } from './CodeField.tsx'
import { codeFailure } from './codeFailure.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { FarcasterLogin } from './FarcasterLogin.tsx'
import { FilledText } from './FilledText.tsx'
import { failureWords } from './failureWords.ts'
import { LoginLinks } from './LoginLinks.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { loginName, SocialButtons } from './SocialButtons.tsx'
import { takeReturn } from './takeReturn.ts'
import { useChallenge } from './useChallenge.tsx'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

type Step =
  | { name: 'email' }
  /** `isWhole`: nothing follows after the link. */
  | { name: 'device'; txnId: string; number: string; expiresAt: number; isWhole?: boolean }
  | { name: 'code'; txnId: string }
  | { name: 'passkey' }
  | { name: 'farcaster' }

/**
 * Logs in at a provider, or by e-mail: asks for the address, for the mailed link in a new browser, then for the code. Or by a
 * passkey alone.
 */
export function LoginCard({ notice, text }: { notice?: string | undefined; text: string }) {
  const { account } = useAccount()
  const challenge = useChallenge()
  const { showChallenge } = challenge
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>({ name: 'email' })
  /** Starts a login, or restarts it to send another mail; a restart ends the previous login. */
  const ask = async (address: string) => {
    const answer = await requestLogin(
      account.session,
      { email: address },
      { resume: account.resume, showChallenge },
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
  const endSocial = async (body: BodyOf<typeof loginSocialEnd> | BodyOf<typeof loginCustomEnd>) => {
    const answer = await endSocialLogin(account.session, body, { showChallenge })
    if (answer.action === 'CONNECT') return account.logIn(answer.ticket)
    if (answer.action === 'VERIFY_DEVICE') {
      setEmail(answer.email)
      return setStep({ name: 'device', ...answer, isWhole: true })
    }
    setStep({ name: 'email' })
    if (answer.action === 'FAILED') return setSaid(words.login.failed[answer.reason])
    // The session ended while the user was at the provider: what was begun there is over.
    if (answer.action !== 'EXISTS') return setSaid(words.login.failed.refused)
    setEmail(answer.email)
    setSaid(words.login.exists(loginName(answer.by)))
  }
  const social = useTask(async (body: Parameters<typeof endSocial>[0]) => {
    try {
      await endSocial(body)
    } catch (error) {
      // The first step shows why, with every way to log in.
      setStep({ name: 'email' })
      throw error
    }
  })
  const restart = () => {
    social.clear()
    setSaid(undefined)
    setStep({ name: 'email' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this page has come back
  useEffect(() => {
    const returned = takeReturn()
    if (returned === undefined) return
    if ('failed' in returned) setSaid(words.login.failed[returned.failed])
    else void social.run(returned)
  }, [])
  const socialFailure = social.error === undefined ? undefined : failureWords(social.error)
  const links = (
    <>
      {challenge.sheet}
      <LoginLinks onResend={() => ask(email)} onChange={restart} />
    </>
  )

  if (step.name === 'email')
    return (
      <EmailStep
        email={email}
        failure={socialFailure}
        notice={said ?? notice}
        text={text}
        others={
          <>
            {challenge.sheet}
            <SocialButtons onFarcaster={() => setStep({ name: 'farcaster' })} />
          </>
        }
        onEmail={ask}
        onPasskey={() => setStep({ name: 'passkey' })}
      />
    )
  if (step.name === 'passkey') return <PasskeyLogin onBack={restart} />
  if (step.name === 'farcaster') return <FarcasterLogin onBack={restart} />
  if (step.name === 'device')
    return (
      <DeviceStep
        key={step.txnId}
        {...step}
        email={email}
        links={
          step.isWhole ? (
            <Button variant="quiet" onClick={restart}>
              {words.device.restart}
            </Button>
          ) : (
            links
          )
        }
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
