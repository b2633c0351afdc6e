import '../members/members.css'
import './club.css'
import { FoyerButton, useAccount, useDisconnect } from '@foyer/ui/react'
import { type FormEvent, useEffect, useState } from 'react'
import { Mark } from '../page/Mark.tsx'
import { askClub } from './askClub.ts'

type Member = { name: string | null }

/** A page with a login of its own, which also opens the wallet of each member. */
export function Club() {
  const [member, setMember] = useState<Member>()
  const [error, setError] = useState('')
  const disconnect = useDisconnect()
  const { address } = useAccount()
  const ask = (path: 'session' | 'login' | 'logout', body?: object) =>
    askClub<Member>(path, body).then(
      (next) => {
        setError('')
        setMember(next)
      },
      (failed: Error) => setError(failed.message),
    )
  useEffect(() => {
    askClub<Member>('session').then(setMember, (failed: Error) => setError(failed.message))
  }, [])
  const logIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void ask('login', { name: new FormData(event.currentTarget).get('name') })
  }
  const logOut = async () => {
    // The wallet's session is another one: the site ends both.
    if (address) await disconnect.mutateAsync({})
    await ask('logout', {})
  }
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
        <h1>The club</h1>
        {error ? <p role="alert">{error}</p> : null}
        {member?.name ? (
          <>
            <p className="members-secret">Hello, {member.name}.</p>
            <p>
              {address
                ? 'Your wallet is open. It is the same in each browser in which you log in to the club.'
                : 'Connect, and choose the club: your login here opens your wallet.'}
            </p>
            <button type="button" className="members-button" onClick={() => void logOut()}>
              Log out
            </button>
          </>
        ) : member ? (
          <>
            <p>This site has its own login. Any name will do.</p>
            <form className="club-form" onSubmit={logIn}>
              <label htmlFor="name">Name</label>
              <input id="name" name="name" autoComplete="username" required />
              <button type="submit" className="members-button">
                Log in
              </button>
            </form>
          </>
        ) : null}
      </main>
    </div>
  )
}
