import type { PasskeyEvidence, RecoveryMode } from '@foyer/protocol/custody'
import { Button, Notice } from '@foyer/ui/primitives'
import { useReady } from '../account/AccountContext.ts'
import { CodeForm } from '../account/CodeForm.tsx'
import { factorFailure } from '../account/factorFailure.ts'
import { readPasskey } from '../account/passkey.ts'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import type { GivenFactor } from '../worker/messages.ts'

/** Asks for the current factor, which is required to replace it. */
export function PresentStage({
  isWrong,
  mode,
  onFactor,
}: {
  mode: RecoveryMode
  /** The previous factor was wrong. */
  isWrong: boolean
  /** Called with the factor and, for a passkey, its assertion for the vault. */
  onFactor: (factor: GivenFactor, evidence?: PasskeyEvidence) => void
}) {
  const { account, facts } = useReady()
  const confirm = useTask(async () => {
    const { assertion, secret } = await readPasskey(account.session, facts)
    onFactor({ mode: 'passkey', secret }, { kind: 'passkey', assertion })
  })
  if (mode === 'code')
    return (
      <CodeForm
        label={words.enrol.presentLabel}
        action={words.continue}
        pending={false}
        error={isWrong ? words.enrol.present : undefined}
        malformed={words.unlock.codeWrong}
        onCode={(secret) => onFactor({ mode: 'code', secret })}
      />
    )
  if (mode !== 'passkey') return <p className="sheet-text">{words.unlock.other}</p>
  return (
    <>
      <p className="sheet-text">{words.enrol.passkeyAgain}</p>
      {confirm.error === undefined && !isWrong ? null : (
        <Notice tone="danger">
          {confirm.error === undefined
            ? words.enrol.present
            : factorFailure(confirm.error, words.enrol.present)}
        </Notice>
      )}
      <Button pending={confirm.pending} onClick={() => void confirm.run()}>
        {words.unlock.passkeyAction}
      </Button>
    </>
  )
}
