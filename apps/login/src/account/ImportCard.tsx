import { Button, Notice, useStyles } from '@foyer/ui/primitives'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { passkeyFailure } from '../approve/unlock/passkeyFailure.ts'
import { createWalletPasskey } from '../approve/unlock/walletPasskey.ts'
import type { Addresses } from '../worker/keys/addressesOf.ts'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import css from './ImportCard.css?inline'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

const texts = words.bring
type Bytes = Uint8Array<ArrayBuffer>

/** Brings a wallet of another provider: reads its phrase or private key, shows its address, and opens it by a new passkey. */
export function ImportCard({ back }: { back: ReactNode }) {
  useStyles(css)
  const { account } = useAccount()
  const { keys } = account.session
  const id = useId()
  const typed = useRef<Bytes>(undefined)
  const [found, setFound] = useState<Addresses>()
  useEffect(() => () => void typed.current?.fill(0), [])
  const check = useTask(async (bytes: Bytes) => {
    typed.current?.fill(0)
    typed.current = bytes
    // The worker wipes its copy; this one is needed once more.
    setFound((await keys.ask('importWallet', { typed: Uint8Array.from(bytes) })).addresses)
  })
  const bring = useTask(async () => {
    if (!typed.current) return
    const factor = await createWalletPasskey({ isAdded: true })
    try {
      await account.bring({ typed: Uint8Array.from(typed.current), factor })
    } finally {
      factor.secret.fill(0)
    }
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('secret') as HTMLTextAreaElement
    const text = field.value.trim()
    if (text === '') return
    // A character that is not ASCII separates words, and so makes the phrase invalid.
    void check.run(Uint8Array.from(text.slice(0, 1024), (one) => Math.min(one.charCodeAt(0), 0xff)))
  }
  if (found)
    return (
      <Card icon="key" title={texts.checkTitle} text={texts.checkText}>
        <dl className="facts">
          <div>
            <dt>{words.account.evm}</dt>
            <dd className="facts-code">{found.evm}</dd>
          </div>
          <div>
            <dt>{words.account.sol}</dt>
            <dd className="facts-code">{found.sol}</dd>
          </div>
        </dl>
        {bring.error === undefined ? null : (
          <Notice tone="danger">{passkeyFailure(bring.error)}</Notice>
        )}
        <Button pending={bring.pending} onClick={() => void bring.run()}>
          {texts.bring}
        </Button>
        <Button variant="quiet" disabled={bring.pending} onClick={() => setFound(undefined)}>
          {texts.another}
        </Button>
        <p className="card-fine">{texts.after}</p>
      </Card>
    )
  return (
    <Card icon="key" title={texts.title} text={texts.text}>
      <Notice tone="warning">{texts.warning}</Notice>
      <form noValidate className="import-form" onSubmit={submit}>
        <label htmlFor={id}>{texts.label}</label>
        <textarea
          id={id}
          name="secret"
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={1024}
          dir="ltr"
          aria-invalid={check.error !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={check.clear}
        />
        <p
          id={`${id}-hint`}
          className="import-hint"
          data-wrong={check.error !== undefined}
          role={check.error === undefined ? undefined : 'alert'}
        >
          {check.error === undefined ? texts.hint : texts.wrong}
        </p>
        <Button type="submit" pending={check.pending}>
          {texts.check}
        </Button>
      </form>
      {back}
    </Card>
  )
}
