import type { FoyerError } from '@foyer/protocol'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { CodeField } from '../../primitives/CodeField.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import type { MailData } from '../../view.ts'
import { changeAddress } from './changeAddress.ts'
import { requireAuth } from './connectLogin.ts'
import { loginError } from './loginError.ts'
import { MailAgain } from './MailAgain.tsx'
import { MailHead } from './MailHead.tsx'
import { useConnectLogin } from './useConnectLogin.ts'
import { useMailAgain } from './useMailAgain.ts'
import { useOtp } from './useOtp.ts'

/** The code of a mail, then the wallet's connection. @source spec 4.5, 5.2 */
export function EmailVerifyOtpView({ data }: { data: MailData }) {
  const ui = useUi()
  const message = useMessage()
  const { again, pending, sentAt } = useMailAgain(data)
  const opening = useConnectLogin()
  const otp = useOtp(async (code, signal) => {
    await requireAuth(ui).login.connectOtp({ otp: code, signal })
    opening.mutate()
  })
  const isOpening = opening.status !== 'idle'
  return (
    <div className="mail">
      <MailHead title={message('email.enterCode')} address={data.email} />
      <CodeField
        label={message('email.code')}
        {...otp.field}
        busy={otp.field.busy || isOpening}
        error={otp.error && message(...otp.error)}
      />
      {opening.error ? (
        <>
          <p className="mail-status" role="alert">
            {message(openError(opening.error))}
          </p>
          <div className="mail-button">
            <Button onClick={() => opening.mutate()}>{message('modal.retry')}</Button>
          </div>
        </>
      ) : (
        <p className="mail-status" role="status" data-waits={isOpening}>
          {isOpening ? message('email.opening') : otp.field.busy ? message('email.checking') : ''}
        </p>
      )}
      {isOpening ? null : (
        <div className="mail-actions">
          {otp.retry ? (
            <p className="mail-wait">
              <TextLink onClick={otp.retry}>{message('modal.retry')}</TextLink>
            </p>
          ) : (
            <MailAgain
              label={message('email.again')}
              pending={pending}
              sentAt={sentAt}
              onAgain={again}
            />
          )}
          <p className="mail-wait">
            <TextLink onClick={() => changeAddress(ui)}>{message('email.change')}</TextLink>
          </p>
        </div>
      )}
    </div>
  )
}

function openError(error: FoyerError) {
  const [key] = loginError(error)
  return key === 'error.other' || key === 'email.refused' ? 'email.openFailed' : key
}
