import { FoyerError } from '@foyer/protocol'
import { Button, Notice } from '@foyer/ui/primitives'
import type { ReactNode } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { failureWords } from '../account/failureWords.ts'
import { Sheet } from '../account/Sheet.tsx'
import { useStepUp } from '../account/StepUp.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'

export type ConfirmSheetProps = {
  title: string
  text?: string
  children?: ReactNode
  action: string
  /** True if the action requires a step-up. @default false */
  stepUp?: boolean
  /** The sentence for an error. @default {@link failureWords} */
  failure?: (error: unknown) => string
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks for confirmation of an action that can not be undone at once. */
export function ConfirmSheet({
  action,
  children,
  failure = failureWords,
  onClose,
  onConfirm,
  stepUp = false,
  text,
  title,
}: ConfirmSheetProps) {
  const { account } = useReady()
  const ask = useStepUp()
  const confirm = useTask(async () => {
    if (stepUp && !(await ask())) return
    try {
      await onConfirm()
    } catch (error) {
      // The step-up has just expired, or the server requires one although the page did not expect it.
      if (!(error instanceof FoyerError && error.code === 'action-not-allowed')) throw error
      account.patch({ steppedUpUntil: null })
      if (!(await ask())) return
      await onConfirm()
    }
    onClose()
  })
  return (
    <Sheet title={title} busy={confirm.pending} onClose={onClose}>
      {text === undefined ? null : <p className="sheet-text">{text}</p>}
      {children}
      {confirm.error === undefined ? null : <Notice tone="danger">{failure(confirm.error)}</Notice>}
      <div className="sheet-stack">
        <Button variant="danger" pending={confirm.pending} onClick={() => void confirm.run()}>
          {action}
        </Button>
        <Button variant="quiet" disabled={confirm.pending} onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </Sheet>
  )
}
