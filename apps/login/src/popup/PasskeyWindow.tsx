import { Button, Notice, useStyles } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import cardCss from '../approve/card/ApprovalCard.css?inline'
import { Ended } from '../approve/card/Ended.tsx'
import { applyTheme } from '../approve/theme/applyTheme.ts'
import { passkeyFailure } from '../approve/unlock/passkeyFailure.ts'
import { UnlockShell } from '../approve/unlock/UnlockShell.tsx'
import { createWalletPasskey } from '../approve/unlock/walletPasskey.ts'
import { passkeyWords, words } from '../approve/words.ts'
import type { FromWindow, ToWindow } from './passkeyWindow.ts'

type State =
  | { is: 'finding' }
  | { is: 'unopened' }
  | { is: 'asking' | 'working' | 'done'; origin: string; failure?: string }

/** Time in which the frame that opened this window answers, in ms. */
const findMs = 5_000
/** Time for which the success is shown before the window closes, in ms. */
const doneMs = 900

/** Writes to the frame that opened this window, which no other origin can read. */
const send = (message: FromWindow) =>
  (window.opener as Window | null)?.postMessage(message, location.origin)

/** Creates the passkey of a new wallet, for the frame that opened this window. */
export function PasskeyWindow() {
  // Its first and last screens have no shell.
  useStyles(cardCss)
  const [state, setState] = useState<State>({ is: 'finding' })

  useEffect(() => {
    const listen = ({ data, origin: from, source }: MessageEvent<ToWindow>) => {
      if (from !== location.origin || source !== window.opener || data?.k !== 'foyer-passkey')
        return
      if (data.t === 'begin') {
        applyTheme(document.documentElement, data.theme)
        setState({ is: 'asking', origin: data.origin })
      } else if (data.t === 'done') {
        setState((now) => ('origin' in now ? { is: 'done', origin: now.origin } : now))
        setTimeout(() => window.close(), doneMs)
      } else
        setState((now) =>
          'origin' in now
            ? { is: 'asking', origin: now.origin, failure: passkeyFailure({ code: data.code }) }
            : now,
        )
    }
    window.addEventListener('message', listen)
    const late = setTimeout(
      () => setState((now) => (now.is === 'finding' ? { is: 'unopened' } : now)),
      findMs,
    )
    if (window.top === window) send({ k: 'foyer-passkey', t: 'ready' })
    return () => {
      window.removeEventListener('message', listen)
      clearTimeout(late)
    }
  }, [])

  const create = async () => {
    if (state.is !== 'asking') return
    const { origin } = state
    setState({ is: 'working', origin })
    try {
      const factor = await createWalletPasskey()
      send({ k: 'foyer-passkey', t: 'made', factor })
      factor.secret.fill(0)
    } catch (error) {
      setState({ is: 'asking', origin, failure: passkeyFailure(error) })
    }
  }

  if (state.is === 'finding') return <div className="approval-card" aria-busy="true" />
  if (state.is === 'unopened' || state.is === 'done') {
    const [title, text] =
      state.is === 'done' ? [passkeyWords.created, undefined] : words.popup.unopened
    return (
      <div className="approval-card">
        <Ended
          tone={state.is === 'done' ? 'done' : 'over'}
          title={title}
          text={text}
          button={words.close}
          onClose={() => window.close()}
        />
      </div>
    )
  }
  return (
    <UnlockShell
      icon="key"
      origin={state.origin}
      title={passkeyWords.createTitle}
      buttons={
        <>
          <Button variant="secondary" onClick={() => window.close()}>
            {passkeyWords.cancel}
          </Button>
          <Button pending={state.is === 'working'} onClick={() => void create()}>
            {passkeyWords.createAction}
          </Button>
        </>
      }
    >
      <p className="unlock-text">{passkeyWords.createText}</p>
      {state.failure === undefined ? null : (
        <Notice tone="danger">
          <p>{state.failure}</p>
        </Notice>
      )}
      <p className="unlock-small">{passkeyWords.createLimit}</p>
    </UnlockShell>
  )
}
