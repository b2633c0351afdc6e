import { FoyerError, toFoyerError } from '@foyer/protocol'
import type { PasskeyAssertion } from '@foyer/protocol/custody'
import { Button, Field, Notice, useStyles } from '@foyer/ui/primitives'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpeningMode } from '../../session/readFactorModes.ts'
import type { GivenFactor } from '../../worker/messages.ts'
import cardCss from '../card/ApprovalCard.css?inline'
import { Ended } from '../card/Ended.tsx'
import { fill, unlockFailures, unlockWords } from '../words.ts'
import { askPasskey } from './askPasskey.ts'
import { readCode } from './readCode.ts'
import { UnlockShell } from './UnlockShell.tsx'

/**
 * The input of the key worker's `recover`: the factor that opens the wallet, and with a passkey the assertion for the
 * vault.
 */
export type UnlockFactor = {
  factor: GivenFactor
  evidence?: { kind: 'passkey'; assertion: PasskeyAssertion }
}

export type UnlockCardProps = {
  /** Kinds of factors that open the wallet; the first is asked for first. */
  modes: readonly [OpeningMode, ...OpeningMode[]]
  /** Origin of the site, attested by the browser in the handshake. */
  origin: string
  /** E-mail of the logged-in user, to show. */
  email?: string | null | undefined
  /** Loads the vault's answer to `passkeyChallenge`. Required for passkeys; called once per attempt. */
  readPasskeyOptions?: (() => Promise<unknown>) | undefined
  /** Opens the wallet. The factor's bytes are wiped afterwards. An error is shown, and the user may retry. */
  onFactor: (given: UnlockFactor) => Promise<unknown>
  onCancel: () => void
  /** As in `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
}

/** Asks for the user's recovery factor, on a device where the wallet has not been opened before. */
export function UnlockCard({
  email,
  modes,
  onCancel,
  onFactor,
  onHeight,
  origin,
  readPasskeyOptions,
}: UnlockCardProps) {
  // Its end has no shell.
  useStyles(cardCss)
  const [state, setState] = useState<'asking' | 'working' | 'done'>('asking')
  const [failure, setFailure] = useState<string>()
  const [mode, setMode] = useState<OpeningMode>(modes[0])
  const other = modes.find((one) => one !== mode)

  const run = async (collect: () => Promise<UnlockFactor>) => {
    if (state !== 'asking') return
    setState('working')
    setFailure(undefined)
    try {
      const given = await collect()
      try {
        await onFactor(given)
      } finally {
        // Wiped on success and on failure: a factor is not tried twice.
        given.factor.secret.fill(0)
      }
      setState('done')
    } catch (error) {
      setFailure(toFoyerError(error, 'internal').code)
      setState('asking')
    }
  }
  const words = unlockWords[mode]
  const failed = failure === undefined ? undefined : sentenceOf(mode, failure)
  const wrongCode =
    mode === 'code' && (failure === 'input-invalid' || failure === 'recovery-failed')
  const cancel = (
    <Button variant="secondary" aria-disabled={state === 'working' || undefined} onClick={onCancel}>
      {unlockWords.cancel}
    </Button>
  )
  if (state === 'done')
    return (
      <div className="approval-card">
        <Ended tone="done" title={unlockWords.done} />
      </div>
    )
  return (
    <UnlockShell
      icon="key"
      onHeight={onHeight}
      origin={origin}
      title={unlockWords.title}
      buttons={
        <>
          {cancel}
          {mode === 'code' ? (
            <Button type="submit" form="unlock-code" pending={state === 'working'}>
              {words.button}
            </Button>
          ) : (
            <PasskeyButton
              pending={state === 'working'}
              read={readPasskeyOptions}
              onPress={(options) =>
                run(async () => {
                  const { assertion, secret } = await askPasskey(await options)
                  return {
                    factor: { mode: 'passkey', secret },
                    evidence: { kind: 'passkey', assertion },
                  }
                })
              }
            >
              {words.button}
            </PasskeyButton>
          )}
        </>
      }
    >
      {email ? <p className="unlock-text">{fill(unlockWords.account, { email })}</p> : null}
      <p className="unlock-text">{words.text}</p>
      {mode === 'code' ? (
        <CodeForm
          error={wrongCode ? failed : undefined}
          onSubmit={(typed) =>
            run(async () => ({ factor: { mode: 'code', secret: readCode(typed) } }))
          }
        />
      ) : null}
      {failed !== undefined && !wrongCode ? (
        <Notice tone="danger">
          <p>{failed}</p>
        </Notice>
      ) : null}
      {other ? (
        <Button
          variant="quiet"
          disabled={state === 'working'}
          onClick={() => {
            setFailure(undefined)
            setMode(other)
          }}
        >
          {words.instead}
        </Button>
      ) : null}
      <p className="unlock-small">{other ? unlockWords.lost : words.lost}</p>
    </UnlockShell>
  )
}

function CodeForm({
  error,
  onSubmit,
}: {
  error: string | undefined
  onSubmit: (typed: string) => Promise<void>
}) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    await onSubmit(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  return (
    <form id="unlock-code" noValidate onSubmit={submit}>
      <Field
        name="code"
        label={unlockWords.code.label}
        hint={error === undefined ? unlockWords.code.hint : undefined}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={80}
      />
    </form>
  )
}

/** Loads the passkey challenge ahead: some browsers allow a passkey prompt only directly within the click. */
function PasskeyButton({
  children,
  onPress,
  pending,
  read,
}: {
  children: ReactNode
  pending: boolean
  read: (() => Promise<unknown>) | undefined
  onPress: (options: Promise<unknown>) => Promise<void>
}) {
  const ready = useRef<Promise<unknown>>(undefined)
  useEffect(() => {
    ready.current = read?.()
    // Ignored here: the click loads it again and reports the error.
    ready.current?.catch(() => {})
  }, [read])
  const press = async () => {
    const options = ready.current?.catch(() => read?.()) ?? Promise.reject(missing())
    // A challenge can be used once.
    ready.current = undefined
    await onPress(options)
    ready.current = read?.()
    ready.current?.catch(() => {})
  }
  return (
    <Button pending={pending} onClick={press}>
      {children}
    </Button>
  )
}

const missing = () =>
  new FoyerError('options-invalid', { details: 'readPasskeyOptions is needed for passkeys.' })

function sentenceOf(mode: OpeningMode, code: string): string {
  return unlockFailures[mode][code] ?? unlockFailures.any[code] ?? unlockWords.failed
}
