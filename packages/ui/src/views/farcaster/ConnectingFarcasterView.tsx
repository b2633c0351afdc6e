import { useMessage, useUi } from '../../context.ts'
import { isolate } from '../../format/isolate.ts'
import type { enFarcaster } from '../../i18n/enFarcaster.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStyles } from '../../useStyles.ts'
import { CopyLink } from '../connect/CopyLink.tsx'
import { isPhone } from '../connect/isPhone.ts'
import css from '../connect/Pairing.css?inline'
import { QrCode } from '../connect/QrCode.tsx'
import { changeAddress } from '../email/changeAddress.ts'
import { requireAuth } from '../email/connectLogin.ts'
import { loginError } from '../email/loginError.ts'
import { SocialMark } from '../social/SocialMark.tsx'
import own from './ConnectingFarcasterView.css?inline'
import { FarcasterWords, useFarcasterWords } from './farcasterWords.ts'
import { type FarcasterLogin, type FarcasterStep, useFarcasterLogin } from './useFarcasterLogin.ts'

/** A login with the user's Farcaster app: a code to scan, or a link on a phone. @source spec 2.8 */
export function ConnectingFarcasterView() {
  useStyles(css)
  useStyles(own)
  const login = useFarcasterLogin()
  return (
    <FarcasterWords>
      <Farcaster login={login} />
    </FarcasterWords>
  )
}

function Farcaster({ login }: { login: FarcasterLogin }) {
  const ui = useUi()
  const say = useFarcasterWords()
  const { is } = login.step
  const isRunning = is === 'opening' || is === 'waiting' || is === 'finishing'
  return (
    <div className="pairing farcaster" aria-busy={is === 'opening' || is === 'finishing'}>
      {isPhone() ? <Phone login={login} /> : <Code login={login} />}
      {isRunning ? null : (
        <Button variant="quiet" onClick={() => changeAddress(ui)}>
          {say('farcaster.other')}
        </Button>
      )}
    </div>
  )
}

/** The code, covered by how the login ended. */
function Code({ login }: { login: FarcasterLogin }) {
  const say = useFarcasterWords()
  const { step } = login
  const uri = step.is === 'waiting' ? step.uri : undefined
  const isOver = step.is !== 'opening' && step.is !== 'waiting'
  return (
    <>
      <div className="pairing-code">
        <QrCode
          text={uri}
          label={say('farcaster.code')}
          stale={isOver}
          cover={isOver ? <Outcome login={login} /> : undefined}
        >
          <SocialMark name="farcaster" size={48} />
        </QrCode>
      </div>
      {isOver ? null : (
        <>
          <div className="farcaster-words" role="status">
            <p className="pairing-text">{say('farcaster.scan')}</p>
            <Check />
          </div>
          <CopyLink uri={uri} />
          <div className="farcaster-here">
            {uri === undefined ? null : <TextLink href={uri}>{say('farcaster.openHere')}</TextLink>}
          </div>
        </>
      )}
    </>
  )
}

/** A link to the app, which is on the same phone. */
function Phone({ login }: { login: FarcasterLogin }) {
  const say = useFarcasterWords()
  const { step } = login
  if (step.is !== 'waiting') return <Outcome login={login} />
  return (
    <>
      <SocialMark name="farcaster" size={72} />
      <div className="farcaster-words" role="status">
        <p className="pairing-title">{say('farcaster.openTitle')}</p>
        <Check />
      </div>
      <LinkButton href={step.uri}>{say('farcaster.open')}</LinkButton>
      <CopyLink uri={step.uri} />
    </>
  )
}

/** The host that the app must show: a code of another site could be shown on a page that looks like this one. */
function Check() {
  const say = useFarcasterWords()
  const { host } = new URL(requireAuth(useUi()).loginUrl)
  return <p className="farcaster-check">{say('farcaster.check', { host: isolate(host) })}</p>
}

function Outcome({ login: { error, retry, step } }: { login: FarcasterLogin }) {
  const message = useMessage()
  const say = useFarcasterWords()
  const isRunning = step.is === 'opening' || step.is === 'finishing'
  const isFailed = step.is === 'failed'
  const { text, title } = wordsOf(step)
  return (
    <>
      {isRunning ? (
        <SocialMark name="farcaster" size={72} />
      ) : (
        <span className="pairing-sign" data-tone={step.is === 'expired' ? 'expired' : 'failed'}>
          <Icon name={step.is === 'expired' ? 'info' : 'alert'} />
        </span>
      )}
      <div className="pairing-words" role={isRunning ? 'status' : 'alert'}>
        <p className="pairing-title">{isFailed ? message('error.other') : say(title)}</p>
        <p className="pairing-text">
          {isFailed && error ? message(...loginError(error)) : say(text)}
        </p>
      </div>
      {isRunning ? null : (
        <div className="pairing-cover-action">
          <Button inline onClick={retry}>
            {say(step.is === 'expired' ? 'farcaster.renew' : 'farcaster.retry')}
          </Button>
        </div>
      )}
    </>
  )
}

type Key = keyof typeof enFarcaster

function wordsOf({ is }: FarcasterStep): { title: Key; text: Key } {
  // These have words of their own.
  if (is === 'failed' || is === 'waiting')
    return { title: 'farcaster.away', text: 'farcaster.awayText' }
  return { title: `farcaster.${is}`, text: `farcaster.${is}Text` }
}
