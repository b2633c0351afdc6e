import type { FoyerError } from '@foyer/protocol'
import { useEffect, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStyles } from '../../useStyles.ts'
import { connectLogin, requireAuth } from '../email/connectLogin.ts'
import { loginError } from '../email/loginError.ts'
import css from '../email/Mail.css?inline'
import { PasskeyWords, usePasskeyWords } from './passkeyWords.ts'

/** A login by a passkey alone: the wallet's own card asks for it, and this view is behind. */
export function ConnectPasskeyView() {
  return (
    <PasskeyWords>
      <ConnectPasskey />
    </PasskeyWords>
  )
}

function ConnectPasskey() {
  useStyles(css)
  const ui = useUi()
  const message = useMessage()
  const say = usePasskeyWords()
  const [isOpening, setOpening] = useState(false)
  const { error, mutate, status } = useMutation(async (_: undefined, signal) => {
    setOpening(false)
    await requireAuth(ui).login.connectPasskey({ signal })
    setOpening(true)
    await connectLogin(ui, signal)
  })
  useEffect(() => mutate(), [mutate])
  const failure = (failed: FoyerError) => {
    if (failed.code === 'user-rejected') return say('passkey.closed')
    const [key, values] = loginError(failed)
    return key === 'error.other' || key === 'email.refused'
      ? say('passkey.failed')
      : message(key, values)
  }
  return (
    <div className="mail">
      <div className="mail-head">
        <span className="mail-sign" aria-hidden="true">
          <LineIcon path="M14.500 9.500a4.500 4.500 0 1 0-3.300 4.300l1.300-1.300h2v-2h2l3 3v3h-3l-5.300-5.300M9 8.500h.01" />
        </span>
        <p className="mail-title">{say('passkey.title')}</p>
      </div>
      {error ? (
        <>
          <p className="mail-status" role="alert">
            {failure(error)}
          </p>
          <div className="mail-button">
            <Button onClick={() => mutate()}>{message('modal.retry')}</Button>
          </div>
        </>
      ) : (
        <p className="mail-status" role="status" data-waits={status === 'pending'}>
          {say(isOpening ? 'passkey.opening' : 'passkey.waiting')}
        </p>
      )}
    </div>
  )
}
