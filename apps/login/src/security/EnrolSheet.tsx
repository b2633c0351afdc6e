import { FoyerError } from '@foyer/protocol'
import type { ListedFactor, PasskeyEvidence, RecoveryMode } from '@foyer/protocol/custody'
import { Button, Icon } from '@foyer/ui/primitives'
import { useEffect, useRef, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { forgetPasskeys } from '../account/passkey.ts'
import { Sheet } from '../account/Sheet.tsx'
import { useSteppedUp } from '../account/StepUp.tsx'
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

/**
 * Protects recovery by a factor, adds a factor to those that protect it, or returns to automatic recovery. Asks for one of
 * the current factors first.
 */
export function EnrolSheet({
  factors,
  onClose,
  to,
}: {
  to: Wanted
  /** Factors that open the wallet already. */
  factors: readonly ListedFactor[]
  onClose: () => void
}) {
  const { account, facts } = useReady()
  const steppedUp = useSteppedUp()
  const [before] = useState(facts.recoveryMode)
  const [isProved, setProved] = useState(before === 'auto')
  const [round, setRound] = useState(0)
  const [isWrong, setWrong] = useState(false)
  const [isDone, setDone] = useState(false)
  const present = useRef<GivenFactor>(undefined)
  const [evidence, setEvidence] = useState<PasskeyEvidence>()
  useEffect(() => () => void present.current?.secret.fill(0), [])

  const enrol = useTask(async (factor: EnrolFactor, passkeyId?: string) => {
    const { keys } = account.session
    const held = present.current
    const isAdded = held !== undefined && 'secret' in factor
    try {
      await steppedUp(() =>
        isAdded
          ? keys.ask('changeFactors', { change: { add: factor }, present: held })
          : keys.ask('enrolRecovery', { factor, ...(held && { present: held }) }),
      )
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
    if (!isAdded) account.patch({ recoveryMode: to })
    setDone(true)
    if (isAdded) return
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
          {to === 'passkey' && (
            <NewPasskeyStage {...stage} evidence={evidence} known={factors.map(({ id }) => id)} />
          )}
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
