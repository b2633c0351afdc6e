import { Button, Notice, Skeleton } from '@foyer/ui/primitives'
import { useReady } from './AccountContext.ts'
import { CodeForm } from './CodeForm.tsx'
import { factorFailure } from './factorFailure.ts'
import { failureWords } from './failureWords.ts'
import { readPasskey } from './passkey.ts'
import { useFactorMode } from './useFactorMode.ts'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** Opens the wallet in a new browser with the user's recovery factor. */
export function UnlockForm({ onOpen }: { onOpen: () => void }) {
  const { account, facts } = useReady()
  const unlock = useTask(async (code?: Uint8Array<ArrayBuffer>) => {
    const used = code ? { secret: code } : await readPasskey(account.session, facts)
    const { secret } = used
    try {
      await account.unlock(
        'assertion' in used
          ? {
              factor: { mode: 'passkey', secret },
              evidence: { kind: 'passkey', assertion: used.assertion },
            }
          : { factor: { mode: 'code', secret } },
      )
    } finally {
      secret.fill(0)
    }
    onOpen()
  })
  const { error, mode, other, switchMode } = useFactorMode()
  const failure = (wrong: string) =>
    unlock.error === undefined ? undefined : factorFailure(unlock.error, wrong)
  if (error !== undefined) return <Notice tone="danger">{failureWords(error)}</Notice>
  if (mode === undefined) return <Skeleton width="l" />
  const instead = other && (
    <Button
      variant="quiet"
      disabled={unlock.pending}
      onClick={() => {
        unlock.clear()
        switchMode()
      }}
    >
      {words.unlock.instead[mode]}
    </Button>
  )
  if (mode === 'code')
    return (
      <>
        <p className="sheet-text">{words.unlock.code}</p>
        <CodeForm
          label={words.unlock.codeLabel}
          action={words.unlock.codeAction}
          pending={unlock.pending}
          error={failure(words.unlock.wrongCode)}
          malformed={words.unlock.codeWrong}
          onCode={(code) => void unlock.run(code)}
        />
        {instead}
      </>
    )
  const failed = failure(words.unlock.wrongPasskey)
  return (
    <>
      <p className="sheet-text">{words.unlock.passkey}</p>
      {failed === undefined ? null : <Notice tone="danger">{failed}</Notice>}
      <Button pending={unlock.pending} onClick={() => void unlock.run()}>
        {words.unlock.passkeyAction}
      </Button>
      {instead}
    </>
  )
}
