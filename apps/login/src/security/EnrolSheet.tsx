import { FoyerError } from '@foyer/protocol'
import type { PasskeyEvidence, RecoveryMode } from '@foyer/protocol/custody'
import { Button, Icon } from '@foyer/ui/primitives'
import { useEffect, useRef, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { forgetPasskeys } from '../account/passkey.ts'
import { Sheet } from '../account/Sheet.tsx'
import { useStepUp } from '../account/StepUp.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import type { GivenFactor } from '../worker/messages.ts'
import { AutoStage } from './AutoStage.tsx'
import type { EnrolFactor, EnrolStage } from './enrolStage.ts'
import { NewCodeStage } from './NewCodeStage.tsx'
import { NewPasskeyStage } from './NewPasskeyStage.tsx'
import { PresentStage } from './PresentStage.tsx'

/** The recovery modes that a user can choose. */
export type Wanted = Exclude<RecoveryMode, 'password'>

const titles = {
  passkey: words.enrol.passkeyTitle,
  code: words.enrol.codeTitle,
  auto: words.enrol.autoTitle,
} as const

/** Changes the recovery mode of the wallet: asks for the current factor, then for the new one. */
export function EnrolSheet({ onClose, to }: { to: Wanted; onClose: () => void }) {
  const { account, facts } = useReady()
  const ask = useStepUp()
  const [before] = useState(facts.recoveryMode)
  const [isProved, setProved] = useState(before === 'auto')
  const [round, setRound] = useState(0)
  const [isWrong, setWrong] = useState(false)
  const [isDone, setDone] = useState(false)
  const present = useRef<GivenFactor>(undefined)
  const [evidence, setEvidence] = useState<PasskeyEvidence>()
  useEffect(() => () => void present.current?.secret.fill(0), [])

  const enrol = useTask(async (factor: EnrolFactor, passkeyId?: string) => {
    const run = () =>
      account.session.keys.ask('enrolRecovery', {
        factor,
        ...(present.current && { present: present.current }),
      })
    try {
      try {
        await run()
      } catch (error) {
        if (!(error instanceof FoyerError && error.code === 'action-not-allowed')) throw error
        account.patch({ steppedUpUntil: null })
        if (!(await ask())) throw new FoyerError('request-aborted', { cause: error })
        await run()
      }
    } catch (error) {
      if (!present.current || !(error instanceof FoyerError && error.code === 'recovery-failed'))
        throw error
      // The current factor was wrong: start again with it; the new one has to be entered again too.
      present.current.secret.fill(0)
      present.current = undefined
      setWrong(true)
      setProved(false)
      return
    } finally {
      if ('secret' in factor) factor.secret.fill(0)
    }
    account.patch({ recoveryMode: to })
    setDone(true)
    // Not fatal: recovery has changed already, and the next change deletes passkeys left over.
    await forgetPasskeys(account.session, { userId: facts.userId, keep: passkeyId }).catch(
      (error: unknown) => {
        if (!(error instanceof FoyerError)) throw error
      },
    )
  })

  if (isDone)
    return (
      <Sheet title={words.enrol.doneTitle[to]} onClose={onClose}>
        <p className="sheet-text">{words.enrol.doneText}</p>
        {to === 'auto' ? null : <p className="sheet-fine">{words.enrol.undone}</p>}
        <Button icon={<Icon name="check" />} onClick={onClose}>
          {words.done}
        </Button>
      </Sheet>
    )
  const stage: EnrolStage = { ...enrol, enrol: (...given) => void enrol.run(...given) }
  return (
    <Sheet title={titles[to]} busy={enrol.pending} onClose={onClose}>
      {isProved ? (
        <>
          {to === 'passkey' && <NewPasskeyStage {...stage} evidence={evidence} />}
          {to === 'code' && (
            <NewCodeStage
              key={round}
              {...stage}
              onAnew={() => {
                enrol.clear()
                setRound(round + 1)
              }}
            />
          )}
          {to === 'auto' && <AutoStage {...stage} />}
          <p className="unseen" role="status">
            {enrol.pending ? words.enrol.working : ''}
          </p>
        </>
      ) : (
        <PresentStage
          mode={before}
          isWrong={isWrong}
          onFactor={(factor, used) => {
            present.current = factor
            setEvidence(used)
            setWrong(false)
            setProved(true)
          }}
        />
      )}
    </Sheet>
  )
}
