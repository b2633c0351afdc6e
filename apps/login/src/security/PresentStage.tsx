import type { PasskeyEvidence } from '@foyer/protocol/custody'
import { Button, Notice, Skeleton } from '@foyer/ui/primitives'
import { useReady } from '../account/AccountContext.ts'
import { CodeForm } from '../account/CodeForm.tsx'
import { factorFailure } from '../account/factorFailure.ts'
import { failureWords } from '../account/failureWords.ts'
import { readPasskey } from '../account/passkey.ts'
import { useFactorMode } from '../account/useFactorMode.ts'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { askWalletPasskey } from '../approve/unlock/walletPasskey.ts'
import type { GivenFactor } from '../worker/messages.ts'

/** Asks for one of the current factors, which is required to change them. */
export function PresentStage({
  isWrong,
  onFactor,
}: {
  /** The previous factor was wrong. */
  isWrong: boolean
  /** Called with the factor and, for a passkey, its assertion for the vault. */
  onFactor: (factor: GivenFactor, evidence?: PasskeyEvidence) => void
}) {
  const { account, facts } = useReady()
  const { error, mode, other, switchMode } = useFactorMode()
  const confirm = useTask(async () => {
    if (facts.factors) return onFactor(await askWalletPasskey())
    const { assertion, secret } = await readPasskey(account.session, facts)
    onFactor({ mode: 'passkey', secret }, { kind: 'passkey', assertion })
  })
  if (error !== undefined) return <Notice tone="danger">{failureWords(error)}</Notice>
  if (mode === undefined) return <Skeleton width="l" />
  const instead = other && (
    <Button variant="quiet" disabled={confirm.pending} onClick={switchMode}>
      {words.unlock.instead[mode]}
    </Button>
  )
  if (mode === 'code')
    return (
      <>
        <CodeForm
          label={words.enrol.presentLabel}
          action={words.continue}
          pending={false}
          error={isWrong ? words.enrol.present : undefined}
          malformed={words.unlock.codeWrong}
          onCode={(secret) => onFactor({ mode: 'code', secret })}
        />
        {instead}
      </>
    )
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
      {instead}
    </>
  )
}
