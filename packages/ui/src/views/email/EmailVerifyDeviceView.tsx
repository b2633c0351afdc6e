import type { FoyerError } from '@foyer/protocol'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import type { MailData } from '../../view.ts'
import { changeAddress } from './changeAddress.ts'
import { type LoginWords, loginError } from './loginError.ts'
import { MailAgain } from './MailAgain.tsx'
import { MailHead } from './MailHead.tsx'
import { MailNumber } from './MailNumber.tsx'
import { type DeviceWait, useDeviceWait } from './useDeviceWait.ts'
import { useMailAgain } from './useMailAgain.ts'

/** A new device: waits for the link of the mail. @source spec 4.5; security 2.9 */
export function EmailVerifyDeviceView({ data }: { data: MailData }) {
  const ui = useUi()
  const { views } = ui
  const message = useMessage()
  const { error, retry, status } = useDeviceWait(data)
  const { again, pending, sentAt } = useMailAgain(data)
  const said = status === 'failed' && error ? failedWords(error) : failures[status]
  useEffect(() => void views.load('EmailVerifyOtp'), [views])
  return (
    <div className="mail">
      {said ? (
        <MailHead sign="alert" alert title={message(said[0])}>
          <p className="mail-text">{message(...said[1])}</p>
        </MailHead>
      ) : (
        <MailHead title={message('email.openLink')} address={data.email} />
      )}
      {said || data.number === undefined ? null : (
        <MailNumber label={message('email.number')} number={data.number} />
      )}
      {said ? null : (
        <p className="mail-status" role="status" data-waits={status === 'waiting'}>
          {message(
            status === 'offline'
              ? 'email.offline'
              : data.isAnother
                ? 'email.waitingNewest'
                : 'email.waiting',
          )}
        </p>
      )}
      {status === 'failed' ? (
        <div className="mail-button">
          <Button onClick={retry}>{message('modal.retry')}</Button>
        </div>
      ) : null}
      <div className="mail-actions">
        {status === 'failed' || data.isWhole ? null : said ? (
          <Button pending={pending} onClick={again}>
            {message('email.newLink')}
          </Button>
        ) : (
          <MailAgain
            label={message('email.again')}
            pending={pending}
            sentAt={sentAt}
            onAgain={again}
          />
        )}
        <p className="mail-wait">
          <TextLink onClick={() => changeAddress(ui)}>
            {message(data.isWhole ? 'modal.back' : 'email.change')}
          </TextLink>
        </p>
      </div>
    </div>
  )
}

type Failure = [title: MessageKey, text: LoginWords]

const failures: Partial<Record<DeviceWait['status'], Failure>> = {
  denied: ['email.deniedTitle', ['email.denied']],
  expired: ['email.expiredTitle', ['email.expired']],
}

const failedWords = (error: FoyerError): Failure => [
  error.code === 'request-timed-out' ? 'email.failedTitle' : 'connecting.failedTitle',
  loginError(error),
]
