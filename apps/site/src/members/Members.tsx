import './members.css'
import { FoyerButton, useAccount, useSignIn, useSignInSession, useSignOut } from '@foyer/ui/react'
import { useEffect, useState } from 'react'
import { Mark } from '../page/Mark.tsx'

/** A page for members: its server answers only those who have signed in. */
export function Members() {
  const { status } = useAccount()
  const session = useSignInSession()
  const signIn = useSignIn()
  const signOut = useSignOut()
  const accounts = session.data?.accounts ?? []
  return (
    <div className="members">
      <header className="members-header">
        <a className="brand" href="/">
          <Mark />
          Foyer
        </a>
        <FoyerButton />
      </header>
      <main>
        <h1>Members</h1>
        {session.isError ? (
          <p role="alert">The server can not be reached. Reload the page.</p>
        ) : null}
        {accounts.length > 0 ? (
          <>
            <Secret key={accounts.map(({ address }) => address).join()} />
            <h2>Signed in</h2>
            <ul className="members-accounts">
              {accounts.map(({ address, chainId }) => (
                <li key={address}>
                  <code>{address}</code> <span>{chainId}</span>
                </li>
              ))}
            </ul>
            <button type="button" className="members-button" onClick={() => signOut.mutate({})}>
              Sign out
            </button>
          </>
        ) : session.isPending ? null : (
          <>
            <p>This page is for members. Connect a wallet and sign in to read it.</p>
            {status === 'connected' ? (
              <button type="button" className="members-button" onClick={() => signIn.mutate({})}>
                Sign in
              </button>
            ) : null}
          </>
        )}
      </main>
    </div>
  )
}

/** Shows the page that the server keeps for members. */
function Secret() {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    fetch('/api/members', { signal: controller.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
        return (await answer.json()) as { secret: string }
      })
      .then(
        ({ secret }) => setSaid(secret),
        (error: Error) => controller.signal.aborted || setSaid(error.message),
      )
    return () => controller.abort()
  }, [])
  return (
    <p className="members-secret" role="status">
      {said}
    </p>
  )
}
