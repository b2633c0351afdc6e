import { FoyerError } from '@foyer/protocol'
import { Button, Notice, Skeleton, useStyles } from '@foyer/ui/primitives'
import { useEffect, useRef, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { CodeForm } from '../account/CodeForm.tsx'
import { factorFailure } from '../account/factorFailure.ts'
import { failureWords } from '../account/failureWords.ts'
import { PageIcon } from '../account/PageIcon.tsx'
import { isSameCode } from '../account/readTypedCode.ts'
import { SecretText } from '../account/SecretText.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { downloadCode } from './downloadCode.ts'
import type { EnrolStage } from './enrolStage.ts'
import { groupCode } from './groupCode.ts'
import css from './NewCodeStage.css?inline'

/** Interval of requests that keep the worker alive, in ms: after a minute idle it ends and forgets the new code. */
const keepMs = 30_000

/** Shows a new recovery code once, asks the user to type it back, and enrols it. */
export function NewCodeStage({
  enrol,
  error,
  onAnew,
  pending,
}: EnrolStage & { onAnew: () => void }) {
  useStyles(css)
  const { account, facts } = useReady()
  const { keys } = account.session
  const code = useRef<Uint8Array<ArrayBuffer>>(undefined)
  const [isMade, setMade] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const make = useTask(async () => {
    code.current = (await keys.ask('enrolRecovery', { factor: { mode: 'new-code' } })).code
    setMade(true)
  })
  const { run } = make
  useEffect(() => {
    void run()
    const keep = setInterval(() => void keys.ask('addresses', {}).catch(() => {}), keepMs)
    return () => {
      clearInterval(keep)
      code.current?.fill(0)
    }
  }, [keys, run])

  if (make.error !== undefined)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="secondary" inline onClick={() => void run()}>
            {words.retry}
          </Button>
        }
      >
        {failureWords(make.error)}
      </Notice>
    )
  const isLost = error instanceof FoyerError && error.code === 'input-invalid' && !isWrong
  if (isSaved && isLost)
    return (
      <Notice
        tone="warning"
        action={
          <Button variant="secondary" inline onClick={onAnew}>
            {words.enrol.backNew}
          </Button>
        }
      >
        {words.enrol.backLost}
      </Notice>
    )
  const failure = isWrong
    ? words.enrol.backWrong
    : error === undefined
      ? undefined
      : factorFailure(error, words.enrol.present)
  if (isSaved)
    return (
      <>
        <p className="sheet-text">
          <b>{words.enrol.backTitle}.</b> {words.enrol.backText}
        </p>
        <CodeForm
          label={words.enrol.backLabel}
          action={words.enrol.backAction}
          pending={pending}
          error={failure}
          malformed={words.enrol.backWrong}
          onCode={(secret) => {
            const isRight = code.current !== undefined && isSameCode(secret, code.current)
            setWrong(!isRight)
            if (isRight) enrol({ mode: 'code', secret })
            else secret.fill(0)
          }}
        />
        <Button variant="quiet" disabled={pending} onClick={() => setSaved(false)}>
          {words.enrol.backAgain}
        </Button>
      </>
    )
  return (
    <>
      <p className="sheet-text">{words.enrol.codeText}</p>
      <figure className="new-code" aria-label={words.enrol.codeReveal}>
        {isMade && code.current ? (
          <SecretText bytes={code.current} format={groupCode} />
        ) : (
          <Skeleton width="l" />
        )}
      </figure>
      <div className="sheet-stack">
        <Button
          variant="secondary"
          icon={<PageIcon name="download" />}
          disabled={!isMade}
          onClick={() => code.current && downloadCode(code.current, facts.email ?? facts.userId)}
        >
          {words.enrol.codeDownload}
        </Button>
        <Button disabled={!isMade} onClick={() => setSaved(true)}>
          {words.enrol.codeSaved}
        </Button>
      </div>
      <p className="sheet-fine">{words.recovery.heldLimit}</p>
    </>
  )
}
