import type { FoyerState, PendingSignIn } from '@foyer/core'
import { useEffect } from 'react'
import { useFoyerState, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { WalletLogo } from '../../primitives/WalletLogo.tsx'
import { useStyles } from '../../useStyles.ts'
import { walletOf } from '../../walletOf.ts'
import css from './ConnectingSiweView.css?inline'
import { SignInWords, useSignInWords } from './signInWords.ts'

const pendingOf = ({ signIn }: FoyerState) => signIn

/** Asks the user to sign in with the connected account, and shows the outcome. @source spec 2.7, 8.25 */
export function ConnectingSiweView() {
  useStyles(css)
  const pending = useFoyerState(pendingOf)
  // Left already, synchronously with its end.
  if (!pending) return null
  return (
    <SignInWords>
      <SignIn pending={pending} />
    </SignInWords>
  )
}

function SignIn({ pending }: { pending: PendingSignIn }) {
  const { modal } = useUi()
  const say = useSignInWords()
  const { address, cancel, isRequired, namespace, sign, status } = pending
  const connection = useFoyerState(({ connections }) => connections[namespace])
  const wallet = connection?.status === 'connected' ? walletOf(connection) : { name: '' }
  const { isAlert, text, title } = wordsOf(pending)
  const values = { site: location.host, wallet: wallet.name }
  const isDeclined = status === 'failed' && pending.error?.code === 'sign-in-declined'
  useEffect(() => {
    if (isDeclined) modal.store.shake()
  }, [isDeclined, modal])
  return (
    <div className="sign-in" aria-busy={status === 'checking' || status === 'verifying'}>
      <WalletLogo
        name={wallet.name}
        src={'imageUrl' in wallet ? wallet.imageUrl : undefined}
        size={72}
        eager
        state={stateOf(status)}
      />
      <div className="sign-in-words" role={isAlert ? 'alert' : 'status'}>
        <p className="sign-in-title">{say(title, values)}</p>
        {text === undefined ? null : <p className="sign-in-text">{say(text, values)}</p>}
      </div>
      <dl className="sign-in-account">
        <dt>{say('signIn.account')}</dt>
        <dd title={address}>{shortenAddress(address)}</dd>
      </dl>
      <div className="sign-in-buttons">
        <Button onClick={sign} pending={status !== 'idle' && status !== 'failed'}>
          {say(status === 'failed' ? 'signIn.retry' : 'signIn.sign')}
        </Button>
        <Button variant="quiet" onClick={cancel}>
          {say(isRequired ? 'signIn.leave' : 'signIn.later')}
        </Button>
      </div>
    </div>
  )
}

type Key = Parameters<ReturnType<typeof useSignInWords>>[0]
type Words = { readonly title: Key; readonly text?: Key; readonly isAlert?: true }

function wordsOf({ error, status }: PendingSignIn): Words {
  if (status === 'signing') return { title: 'signIn.open', text: 'signIn.openText' }
  if (status === 'verifying') return { title: 'signIn.verifying' }
  if (status !== 'failed') return { title: 'signIn.heading', text: 'signIn.text' }
  if (error?.code === 'sign-in-declined')
    return { title: 'signIn.declined', text: 'signIn.declinedText', isAlert: true }
  if (error?.code === 'smart-accounts-unsupported')
    return { title: 'signIn.smartAccount', text: 'signIn.smartAccountText', isAlert: true }
  return { title: 'signIn.failed', text: 'signIn.failedText', isAlert: true }
}

function stateOf(status: PendingSignIn['status']): 'idle' | 'waiting' | 'failed' {
  if (status === 'failed') return 'failed'
  return status === 'idle' || status === 'checking' ? 'idle' : 'waiting'
}
