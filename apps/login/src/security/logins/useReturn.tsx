import type { BodyOf } from '@foyer/protocol'
import type { loginCustomEnd, loginSocialEnd } from '@foyer/protocol/login'
import { Notice } from '@foyer/ui/primitives'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useReady } from '../../account/AccountContext.ts'
import { LinkWait } from '../../account/DeviceStep.tsx'
import { FilledText } from '../../account/FilledText.tsx'
import { failureWords } from '../../account/failureWords.ts'
import { Sheet } from '../../account/Sheet.tsx'
import { loginName } from '../../account/SocialButtons.tsx'
import { takeRestoring, takeReturn } from '../../account/takeReturn.ts'
import { useChallenge } from '../../account/useChallenge.tsx'
import { useTask } from '../../account/useTask.ts'
import { words } from '../../account/words.ts'
import { endSocialLogin, type SocialEnd } from '../../session/endSocialLogin.ts'
import { type Logins, useLetRestore } from './useLogins.ts'

type Answer = SocialEnd
type Waiting = Extract<Answer, { action: 'VERIFY_DEVICE' }>
type Said = { tone: 'success' | 'danger'; text: string }

const text = words.logins

/** Says why nothing was changed. */
function refusalOf(answer: Answer): string {
  if (answer.action === 'EXISTS') return text.exists(answer.email, loginName(answer.by))
  if (answer.action === 'REFUSED') return text[answer.reason]
  return words.login.failed[answer.action === 'FAILED' ? answer.reason : 'refused']
}

/** Completes what was begun at a provider, when this page has come back from there. */
export function useReturn(
  { list, reload }: Logins,
  { onLinked }: { onLinked: (id: string) => void },
): { notice: ReactNode; sheet: ReactNode } {
  const { account } = useReady()
  const letRestore = useLetRestore()
  const [said, setSaid] = useState<Said>()
  const [waiting, setWaiting] = useState<Waiting>()
  const { sheet: challenge, showChallenge } = useChallenge()
  /** The login for which the user has left this page; no other one is shown to the vault. */
  const restoring = useRef<string>(undefined)
  const [proved, setProved] = useState<string>()
  const end = useTask(
    async (body: BodyOf<typeof loginSocialEnd> | BodyOf<typeof loginCustomEnd>) => {
      setWaiting(undefined)
      const { call, session } = account
      const { solveWork } = session
      const answer = await endSocialLogin({ call, solveWork }, body, { showChallenge })
      if (answer.action === 'VERIFY_DEVICE') return setWaiting(answer)
      if (answer.action === 'LINKED') {
        await Promise.all([reload(), account.refresh()])
        setSaid({ tone: 'success', text: text.added })
        return onLinked(answer.id)
      }
      if (answer.action === 'STEPPED_UP') {
        account.patch({ steppedUpUntil: answer.until })
        setSaid({ tone: 'success', text: text.proved })
        return setProved(restoring.current)
      }
      setSaid({ tone: 'danger', text: refusalOf(answer) })
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this page has come back
  useEffect(() => {
    restoring.current = takeRestoring()
    const returned = takeReturn()
    if (returned === undefined) return
    if ('failed' in returned) setSaid({ tone: 'danger', text: words.login.failed[returned.failed] })
    else void end.run(returned)
  }, [])
  // The vault may have lacked the proof that the user has just given.
  const isTried = useRef(false)
  useEffect(() => {
    if (proved === undefined || isTried.current || list === undefined) return
    isTried.current = true
    const chosen = list.find(({ id, restores }) => id === proved && restores === false)
    if (chosen)
      letRestore(chosen).then(
        (status) => {
          if (status === 'added') void reload()
          else onLinked(chosen.id)
        },
        (error: unknown) => console.error(error),
      )
  }, [proved, letRestore, list, onLinked, reload])
  return {
    notice: (
      <>
        {said ? <Notice tone={said.tone}>{said.text}</Notice> : null}
        {end.error === undefined ? null : <Notice tone="danger">{failureWords(end.error)}</Notice>}
      </>
    ),
    sheet:
      challenge ??
      (waiting ? (
        <Sheet title={text.addTitle} onClose={() => setWaiting(undefined)}>
          <p className="sheet-text">
            <FilledText text={text.linkText} value={waiting.email} />
          </p>
          <LinkWait {...waiting} onApproved={() => void end.run({ txnId: waiting.txnId })} />
        </Sheet>
      ) : null),
  }
}
