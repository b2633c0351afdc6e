import { FoyerError } from '@foyer/protocol'
import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useRef, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { failureWords } from '../account/failureWords.ts'
import { Sheet } from '../account/Sheet.tsx'
import { useSteppedUp } from '../account/StepUp.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import type { GivenFactor } from '../worker/messages.ts'
import { PresentStage } from './PresentStage.tsx'

const { factors: texts } = words.recovery

/** Removes a factor of the recovery key, after one of the current factors was used. */
export function RemoveFactorSheet({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const { account } = useReady()
  const steppedUp = useSteppedUp()
  const present = useRef<GivenFactor>(undefined)
  const [isProved, setProved] = useState(false)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => () => void present.current?.secret.fill(0), [])
  const remove = useTask(async () => {
    const held = present.current
    if (!held) return
    try {
      const change = { change: { remove: id }, present: held }
      await steppedUp(() => account.session.keys.ask('changeFactors', change))
      onClose()
    } catch (error) {
      if (!(error instanceof FoyerError && error.code === 'recovery-failed')) throw error
      held.secret.fill(0)
      setWrong(true)
      setProved(false)
    }
  })
  return (
    <Sheet title={texts.removeTitle} busy={remove.pending} onClose={onClose}>
      {isProved ? (
        <>
          <p className="sheet-text" dir="auto">
            {texts.removeText(name)}
          </p>
          <p className="sheet-fine">{texts.removeLimit}</p>
          {remove.error === undefined ? null : (
            <Notice tone="danger">{failureWords(remove.error)}</Notice>
          )}
          <div className="sheet-stack">
            <Button variant="danger" pending={remove.pending} onClick={() => void remove.run()}>
              {texts.removeAction}
            </Button>
            <Button variant="quiet" disabled={remove.pending} onClick={onClose}>
              {words.cancel}
            </Button>
          </div>
        </>
      ) : (
        <PresentStage
          isWrong={isWrong}
          onFactor={(factor) => {
            present.current = factor
            setWrong(false)
            setProved(true)
          }}
        />
      )}
    </Sheet>
  )
}
