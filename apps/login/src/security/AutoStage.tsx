import { Button, Notice } from '@foyer/ui/primitives'
import { factorFailure } from '../account/factorFailure.ts'
import { words } from '../account/words.ts'
import type { EnrolStage } from './enrolStage.ts'

/** Returns to automatic recovery, by the vault's mailed link. */
export function AutoStage({ enrol, error, pending }: EnrolStage) {
  return (
    <>
      <p className="sheet-text">{words.enrol.autoText}</p>
      <Notice tone="warning">{words.recovery.autoLimit}</Notice>
      {error === undefined ? null : (
        <Notice tone="danger">{factorFailure(error, words.enrol.present)}</Notice>
      )}
      <Button variant="danger" pending={pending} onClick={() => enrol({ mode: 'auto' })}>
        {words.enrol.autoAction}
      </Button>
    </>
  )
}
