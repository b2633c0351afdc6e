import { Button, Notice } from '@foyer/ui/primitives'
import { useState } from 'react'
import { passkeyFailure } from '../approve/unlock/passkeyFailure.ts'
import { askWalletPasskey, createWalletPasskey } from '../approve/unlock/walletPasskey.ts'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { CodeForm } from './CodeForm.tsx'
import { factorFailure } from './factorFailure.ts'
import { ImportCard } from './ImportCard.tsx'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

const texts = words.passkeyLogin

/** Logs in with a passkey, or with a recovery code, that opens a wallet by itself; makes a wallet with a new passkey. */
export function PasskeyLogin({ onBack }: { onBack: () => void }) {
  const { account } = useAccount()
  const [way, setWay] = useState<'passkey' | 'code' | 'import'>('passkey')
  const open = useTask(async (isNew: boolean) => {
    const factor = await (isNew ? createWalletPasskey() : askWalletPasskey())
    try {
      await account.open({ factor, create: isNew })
    } finally {
      factor.secret.fill(0)
    }
  })
  const restore = useTask(async (secret: Uint8Array<ArrayBuffer>) => {
    await account.open({ factor: { mode: 'code', secret } })
  })
  const back = (
    <Button variant="quiet" disabled={open.pending || restore.pending} onClick={onBack}>
      {texts.back}
    </Button>
  )
  if (way === 'import') return <ImportCard back={back} />
  if (way === 'code')
    return (
      <Card icon="code" title={texts.codeTitle} text={texts.codeText}>
        <CodeForm
          label={words.unlock.codeLabel}
          action={words.unlock.codeAction}
          pending={restore.pending}
          error={
            restore.error === undefined
              ? undefined
              : factorFailure(restore.error, texts.codeUnknown)
          }
          malformed={words.unlock.codeWrong}
          onCode={(secret) => void restore.run(secret)}
        />
        {back}
      </Card>
    )
  return (
    <Card icon="key" title={texts.title} text={texts.text}>
      {open.error === undefined ? null : (
        <Notice tone="danger">{passkeyFailure(open.error)}</Notice>
      )}
      <Button pending={open.pending} onClick={() => void open.run(false)}>
        {words.unlock.passkeyAction}
      </Button>
      <Button variant="secondary" disabled={open.pending} onClick={() => void open.run(true)}>
        {texts.create}
      </Button>
      <p className="card-fine">{texts.limit}</p>
      <Button variant="quiet" disabled={open.pending} onClick={() => setWay('code')}>
        {texts.code}
      </Button>
      <Button variant="quiet" disabled={open.pending} onClick={() => setWay('import')}>
        {words.bring.use}
      </Button>
      {back}
    </Card>
  )
}
