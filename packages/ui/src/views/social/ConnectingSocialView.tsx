import type { ErrorCode } from '@foyer/protocol'
import { useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { useStyles } from '../../useStyles.ts'
import type { ConnectingSocialData } from '../../view.ts'
import { changeAddress } from '../email/changeAddress.ts'
import { requireAuth } from '../email/connectLogin.ts'
import { loginError } from '../email/loginError.ts'
import { loginStateOf, noLoginState } from '../email/loginState.ts'
import css from './ConnectingSocialView.css?inline'
import { openSocialWindow } from './openSocialWindow.ts'
import { SocialMark } from './SocialMark.tsx'
import { isSocialLogin, loginTitle, socialTitles } from './socialTitles.ts'
import { SocialWords, useSocialWords } from './socialWords.ts'
import { type SocialLogin, type SocialStep, useSocialLogin } from './useSocialLogin.ts'

/** A login at a provider, from the click to the wallet. */
export function ConnectingSocialView({ data }: { data: ConnectingSocialData }) {
  useStyles(css)
  const login = useSocialLogin(data)
  return (
    <SocialWords>
      <Social data={data} login={login} />
    </SocialWords>
  )
}

const siteFailures: readonly ErrorCode[] = ['http-failed', 'request-timed-out']
const running: readonly SocialStep['is'][] = ['opening', 'waiting', 'leaving', 'finishing']

function Social({
  data: { isCustom, provider },
  login,
}: {
  data: ConnectingSocialData
  login: SocialLogin
}) {
  const ui = useUi()
  const message = useMessage()
  const say = useSocialWords()
  const { error, step } = login
  const own = isCustom ? requireAuth(ui).customLogin : undefined
  const name = own ?? (provider ? socialTitles[provider] : say('social.provider-name'))
  const isRunning = !error && running.includes(step.is)
  // The site's server did not answer.
  const isSilent = own !== undefined && siteFailures.includes(error?.code ?? 'internal')
  const { text, title } = wordsOf(isSilent ? { is: 'provider' } : step)
  const values =
    step.is === 'exists'
      ? { name, by: loginTitle(step.by, say('social.email')), email: step.email }
      : { name }
  return (
    <div className="connecting-social" aria-busy={isRunning}>
      {provider || own ? (
        <span
          className="social-ring"
          data-state={isRunning ? 'waiting' : step.is === 'exists' ? 'idle' : 'failed'}
        >
          <SocialMark name={provider} title={own} size={72} />
        </span>
      ) : null}
      <div className="social-words" role={isRunning ? 'status' : 'alert'}>
        <p className="social-title">
          {error && !isSilent ? message('error.other') : say(title, values)}
        </p>
        <p className="social-text">
          {error && !isSilent ? message(...loginError(error)) : say(text, values)}
        </p>
      </div>
      <div className="social-buttons">
        <Actions login={login} canRetry={isCustom === true || provider !== undefined} />
        <Button variant="quiet" onClick={() => changeAddress(ui)}>
          {say(isRunning ? 'social.cancel' : 'social.other')}
        </Button>
      </div>
    </div>
  )
}

function Actions({ canRetry, login }: { login: SocialLogin; canRetry: boolean }) {
  const say = useSocialWords()
  const { error, leave, retry, step } = login
  if (!error && step.is === 'webview') return <CopyAddress />
  if (!error && step.is === 'exists') return <LogInWith {...step} />
  if (!error && running.includes(step.is)) return null
  if (!canRetry) return null
  const isBlocked = !error && step.is === 'blocked'
  return (
    <>
      <Button onClick={retry}>{say(isBlocked ? 'social.openWindow' : 'social.retry')}</Button>
      {isBlocked ? (
        <Button variant="secondary" onClick={leave}>
          {say('social.leave')}
        </Button>
      ) : null}
    </>
  )
}

/** Leads to the login that the account has; afterwards the account offers to add this one. */
function LogInWith({ by, email }: { by: string; email: string }) {
  const ui = useUi()
  const say = useSocialWords()
  const logIn = () => {
    // In the click: browsers block a window that opens later.
    const opened = isSocialLogin(by) ? openSocialWindow(ui, by) : undefined
    if (by === 'email') loginStateOf(ui).set({ ...noLoginState, email })
    changeAddress(ui)
    if (opened && isSocialLogin(by)) ui.router.push('ConnectingSocial', { provider: by, opened })
  }
  return (
    <Button onClick={logIn}>
      {say('social.existsLogIn', { by: loginTitle(by, say('social.email')) })}
    </Button>
  )
}

function CopyAddress() {
  const { foyer, notices } = useUi()
  const say = useSocialWords()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const text = window.location.href
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (error) {
      foyer.log('info', 'the clipboard refused', error)
      notices.show({ tone: 'error', text })
    }
  }
  return (
    <Button onClick={() => void copy()}>{say(isCopied ? 'social.copied' : 'social.copy')}</Button>
  )
}

type Key = Parameters<ReturnType<typeof useSocialWords>>[0]

function wordsOf({ is }: SocialStep): { title: Key; text: Key } {
  if (is === 'closed' || is === 'cancelled')
    return { title: `social.${is}`, text: 'social.againText' }
  return { title: `social.${is}`, text: `social.${is}Text` }
}
