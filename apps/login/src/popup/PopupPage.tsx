import type { FrameTheme } from '@foyer/protocol/frame'
import { useStyles } from '@foyer/ui/primitives'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import type { Approval, ApprovalStatus, Decision } from '../approve/approval.ts'
import cardCss from '../approve/card/ApprovalCard.css?inline'
import { ApprovalCard } from '../approve/card/ApprovalCard.tsx'
import { Ended } from '../approve/card/Ended.tsx'
import { Reading } from '../approve/card/Reading.tsx'
import bodyCss from '../approve/card/RequestBody.css?inline'
import { applyTheme } from '../approve/theme/applyTheme.ts'
import { words } from '../approve/words.ts'
import { type FoundFrame, findFrameOf } from './findFrameOf.ts'
import type { FrameToPopup, PopupMessage } from './popupMessages.ts'

/** Time for which the success is shown before the window closes, in ms. */
const doneMs = 900
/** Interval of checking whether the frame still exists, in ms. */
const checkMs = 250

type State =
  | { is: 'finding' }
  /** Opened directly, or without a request. */
  | { is: 'unopened' }
  /** The opener is not accessible, for example because of its Cross-Origin-Opener-Policy. */
  | { is: 'cut-off' }
  | { is: 'lost' }
  | { is: 'asked'; approval: Approval; status: ApprovalStatus }

/** Shows one request in the window `/popup#rid`, whose address bar the user can see. @source security 3.5 "Popup" */
export function PopupPage() {
  useStyles(cardCss)
  useStyles(bodyCss)
  const [state, setState] = useState<State>({ is: 'finding' })
  const [frame, setFrame] = useState<FoundFrame>()
  const send = (message: PopupMessage) => frame?.port.postMessage(message)

  useEffect(() => {
    const ending = new AbortController()
    const rid = location.hash.slice(1)
    if (!v.is(v.pipe(v.string(), v.uuid()), rid)) setState({ is: 'unopened' })
    else if (!window.opener) setState({ is: 'cut-off' })
    else
      void findFrameOf(window.opener as Window, { rid, signal: ending.signal }).then((found) => {
        if (ending.signal.aborted) return
        if (!found) setState({ is: 'lost' })
        setFrame(found)
      })
    return () => ending.abort()
  }, [])

  const alive = useEffectEvent(() => state.is === 'asked' && isOpen(state.status))
  useEffect(() => {
    if (!frame) return
    const { exists, port } = frame
    port.onmessage = ({ data }: MessageEvent<FrameToPopup>) => {
      applyTheme(document.documentElement, data.theme as FrameTheme | undefined)
      setState({ is: 'asked', approval: data.approval, status: data.status })
    }
    const timer = setInterval(() => {
      if (alive() && !exists()) setState({ is: 'lost' })
    }, checkMs)
    const sendBye = () => port.postMessage({ t: 'bye' } satisfies PopupMessage)
    window.addEventListener('pagehide', sendBye)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', sendBye)
    }
  }, [frame])

  const isDone = state.is === 'asked' && isDoneHere(state.status)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => window.close(), doneMs)
    return () => clearTimeout(timer)
  }, [isDone])

  if (state.is === 'asked')
    return (
      <ApprovalCard
        surface="popup"
        approval={state.approval}
        status={state.status}
        onDecision={(decision: Decision) => send({ t: 'decision', ...decision })}
        onClose={() => window.close()}
      />
    )
  return (
    <div className="approval-card">
      {state.is === 'finding' ? (
        <div className="approval-body">
          <Reading />
        </div>
      ) : (
        <Ended
          tone="over"
          title={words.popup[state.is][0]}
          text={words.popup[state.is][1]}
          button={words.close}
          onClose={() => window.close()}
        />
      )}
    </div>
  )
}

const isOpen = ({ is }: ApprovalStatus) => is === 'asking' || is === 'sending'
const isDoneHere = (status: ApprovalStatus) =>
  status.is === 'done' || (status.is === 'over' && status.reason === 'rejected')
