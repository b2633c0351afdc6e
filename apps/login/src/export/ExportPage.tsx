import { Button, LinkButton, Notice, useStyles } from '@foyer/ui/primitives'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { Card } from '../account/Card.tsx'
import { failureWords } from '../account/failureWords.ts'
import { useStepUp } from '../account/StepUp.tsx'
import { UnlockForm } from '../account/UnlockForm.tsx'
import { useStepUpReturn } from '../account/useStepUpReturn.ts'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { askWalletPasskey } from '../approve/unlock/walletPasskey.ts'
import type { ExportedWallet } from '../worker/wallet/exportWallet.ts'
import { createKeyClipboard } from './createKeyClipboard.ts'
import css from './ExportPage.css?inline'
import { RevealStage } from './RevealStage.tsx'
import { WarnStage } from './WarnStage.tsx'
import { WordsStage } from './WordsStage.tsx'

type Stage = 'warn' | 'reveal' | 'words' | 'closed' | 'hidden'

/** Exports the wallet: shows the recovery phrase and private keys, once per load of the page. */
export function ExportPage() {
  useStyles(css)
  const { account, facts, wallet } = useReady()
  const ask = useStepUp()
  const returned = useStepUpReturn()
  const [clipboard] = useState(createKeyClipboard)
  const [stage, setStage] = useState<Stage>('warn')
  const taken = useRef<ExportedWallet>(undefined)
  useEffect(() => {
    // Hides the keys when the page is not visible.
    const hide = () => {
      if (!taken.current) return
      wipe(taken)
      setStage('hidden')
    }
    const onVisibilityChange = () => document.visibilityState === 'hidden' && hide()
    document.addEventListener('visibilitychange', onVisibilityChange)
    addEventListener('pagehide', hide)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      removeEventListener('pagehide', hide)
      wipe(taken)
    }
  }, [])
  const open = useTask(async () => {
    const passkey = wallet.status === 'open' ? wallet.passkey : undefined
    const factor = passkey && (await askWalletPasskey(passkey.id))
    const exported = await account.session.keys.ask('exportOnce', factor ? { factor } : {})
    factor?.secret.fill(0)
    taken.current = exported
    if (document.visibilityState === 'hidden') {
      wipe(taken)
      setStage('hidden')
    } else setStage('words')
  })

  if (wallet.status === 'locked')
    return (
      <Card icon="key" title={words.unlock.title}>
        <UnlockForm onOpen={() => {}} />
      </Card>
    )
  if (facts.frozenAt !== null || wallet.status === 'closed')
    return (
      <Card icon="export" title={words.export.title}>
        <Notice tone="warning">
          {facts.frozenAt !== null || wallet.status !== 'closed'
            ? words.export.frozen
            : failureWords(wallet.error)}
        </Notice>
        <ToSecurity />
      </Card>
    )
  if (stage === 'warn')
    return (
      <>
        {returned.error === undefined ? null : (
          <Notice tone="danger">{failureWords(returned.error)}</Notice>
        )}
        <WarnStage
          onNext={async () => {
            if (await ask()) setStage('reveal')
          }}
        />
      </>
    )
  if (stage === 'reveal')
    return (
      <RevealStage
        pending={open.pending}
        error={open.error}
        onReveal={() => void open.run()}
        onBack={() => {
          // The server requires another step-up.
          account.patch({ steppedUpUntil: null })
          open.clear()
          setStage('warn')
        }}
      />
    )
  if (stage === 'words' && taken.current)
    return (
      <WordsStage
        clipboard={clipboard}
        exported={taken.current}
        onFinish={() => {
          setStage('closed')
          wipe(taken)
        }}
      />
    )
  return (
    <Card
      icon="shield"
      title={words.export.closedTitle}
      text={stage === 'hidden' ? words.export.hiddenText : words.export.closedText}
    >
      <ToSecurity />
      <Button variant="quiet" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </Card>
  )
}

function wipe(taken: RefObject<ExportedWallet | undefined>) {
  for (const bytes of Object.values(taken.current ?? {})) bytes.fill(0)
  taken.current = undefined
}

function ToSecurity() {
  return (
    <LinkButton variant="secondary" href="/security" target="_self" rel="">
      {words.export.toSecurity}
    </LinkButton>
  )
}
