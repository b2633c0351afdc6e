import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { factorFailure } from '../account/factorFailure.ts'
import { canUsePasskey, createPasskey } from '../account/passkey.ts'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import type { EnrolStage } from './EnrolSheet.tsx'

/** Makes a passkey that keeps a secret, and puts recovery under it. */
export function NewPasskeyStage({ enrol, error, pending }: EnrolStage) {
  const { account, facts } = useReady()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    canUsePasskey().then(
      (can) => setMissing(can === false),
      // A browser that does not say is tried.
      () => setMissing(false),
    )
  }, [])
  const create = useTask(async () => {
    const { assertion, secret } = await createPasskey(account.session, facts)
    enrol({ mode: 'passkey', secret }, assertion.id)
  })
  if (isMissing)
    return (
      <Notice tone="warning" title={words.enrol.passkeyMissing}>
        {words.enrol.passkeyMissingText}
      </Notice>
    )
  const failure = create.error ?? error
  return (
    <>
      <p className="sheet-text">{words.enrol.passkeyText}</p>
      <Notice tone="warning">{words.enrol.passkeyLimit}</Notice>
      <p className="sheet-fine">{words.enrol.undone}</p>
      {failure === undefined ? null : (
        <Notice tone="danger">{factorFailure(failure, words.enrol.present)}</Notice>
      )}
      <Button pending={pending || create.pending} onClick={() => void create.run()}>
        {words.enrol.passkeyAction}
      </Button>
    </>
  )
}
