import { FoyerError } from '@foyer/protocol'
import { stepUp, stepUpOtp } from '@foyer/protocol/login'
import { farcasterName } from '@foyer/protocol/social'
import { Button, Notice, useSecondsUntil } from '@foyer/ui/primitives'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { passkeyFailure } from '../approve/unlock/passkeyFailure.ts'
import { askWalletPasskey } from '../approve/unlock/walletPasskey.ts'
import { useReady } from './AccountContext.ts'
import { CodeField } from './CodeField.tsx'
import { codeFailure } from './codeFailure.ts'
import { FarcasterAsk } from './FarcasterAsk.tsx'
import { FilledText } from './FilledText.tsx'
import { failureWords, throttledSeconds } from './failureWords.ts'
import { ResendButton } from './ResendButton.tsx'
import { Sheet } from './Sheet.tsx'
import { isAway, loginName, useLeave } from './SocialButtons.tsx'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** `login`: by one more login at a provider, which is evidence for the vault, even after a recent step-up. @default whatever is at hand */
type Ask = (by?: 'login') => Promise<boolean>
type Open = { by: 'login' | undefined; settle: (isDone: boolean) => void }
const StepUpContext = createContext<Ask | null>(null)

/** Remaining validity below which a new step-up is requested, in ms: the protected call must still be made. */
const minValidMs = 15_000

/**
 * Returns a function that asks for a step-up unless a recent one is still valid.
 * @returns A function that resolves to false when the user cancels.
 */
export function useStepUp(): Ask {
  const ask = useContext(StepUpContext)
  if (!ask) throw new Error('useStepUp stands outside of a StepUpProvider')
  return ask
}

/**
 * Returns a function that runs an action, and repeats it after a step-up if the server requires a fresh one. The action
 * rejects with `request-aborted` when the user cancels.
 */
export function useSteppedUp(): (action: () => Promise<unknown>) => Promise<void> {
  const { account } = useReady()
  const ask = useStepUp()
  return async (action) => {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof FoyerError && error.code === 'action-not-allowed')) throw error
      account.patch({ steppedUpUntil: null })
      if (!(await ask())) throw new FoyerError('request-aborted', { cause: error })
      await action()
    }
  }
}

/** Provides {@link useStepUp} to its children, and shows the step-up sheet. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const { account } = useReady()
  const [open, setOpen] = useState<Open>()
  const ask = useCallback<Ask>(
    async (by) => {
      const state = account.read()
      if (state.status !== 'ready') return false
      const until = by === undefined ? (state.facts.steppedUpUntil ?? 0) : 0
      if (until > Date.now() + minValidMs) return true
      return new Promise<boolean>((resolve) => {
        setOpen({
          by,
          settle(isDone) {
            setOpen(undefined)
            resolve(isDone)
          },
        })
      })
    },
    [account],
  )
  return (
    <StepUpContext.Provider value={ask}>
      {children}
      {open && <AskAgain by={open.by} onEnd={open.settle} />}
    </StepUpContext.Provider>
  )
}

function AskAgain({ by, onEnd }: { by: Open['by']; onEnd: Open['settle'] }) {
  const { facts, wallet } = useReady()
  if (by === 'login') return <SocialStepUp onEnd={onEnd} />
  const passkey = wallet.status === 'open' ? wallet.passkey : undefined
  if (passkey) return <PasskeyStepUp id={passkey.id} onEnd={onEnd} />
  return facts.email === null ? <SocialStepUp onEnd={onEnd} /> : <StepUpSheet onEnd={onEnd} />
}

/** An account without an address proves its user by another login at its provider, which leaves this page; or in a Farcaster app. */
function SocialStepUp({ onEnd }: { onEnd: (isDone: boolean) => void }) {
  const { account, facts } = useReady()
  const leave = useLeave('step-up')
  const ways = new Set(
    facts.logins.flatMap(({ canProve, provider }) => (canProve === false ? [] : [provider])),
  )
  const away = [...ways].filter(isAway)
  const [isFarcaster, setFarcaster] = useState(away.length === 0 && ways.has(farcasterName))
  if (isFarcaster)
    return (
      <Sheet title={words.stepUp.title} over onClose={() => onEnd(false)}>
        <p className="sheet-text">
          <FilledText text={words.farcaster.text} value={location.host} />
        </p>
        <FarcasterAsk
          purpose="step-up"
          onEnd={async (end) => {
            if (end.status !== 'stepped-up') return
            account.patch({ steppedUpUntil: end.until })
            onEnd(true)
          }}
        />
      </Sheet>
    )
  if (away.length === 0)
    return (
      <Sheet title={words.stepUp.title} over onClose={() => onEnd(false)}>
        <p className="sheet-text">
          {words.stepUp.unprovable(
            facts.logins.map(({ provider }) => loginName(provider)).join(', '),
          )}
        </p>
        <Button variant="secondary" onClick={() => onEnd(false)}>
          {words.close}
        </Button>
      </Sheet>
    )
  return (
    <Sheet title={words.stepUp.title} over busy={leave.pending} onClose={() => onEnd(false)}>
      <p className="sheet-text">{words.stepUp.social}</p>
      {leave.error === undefined ? null : (
        <Notice tone="danger">{failureWords(leave.error)}</Notice>
      )}
      <div className="sheet-stack">
        {away.map((name) => (
          <Button key={name} pending={leave.pending} onClick={() => void leave.run(name)}>
            {words.login.with(loginName(name))}
          </Button>
        ))}
        {ways.has(farcasterName) ? (
          <Button disabled={leave.pending} onClick={() => setFarcaster(true)}>
            {words.login.with(loginName(farcasterName))}
          </Button>
        ) : null}
      </div>
    </Sheet>
  )
}

/** The passkey proves the user again, where it holds the wallet. */
function PasskeyStepUp({
  id,
  onEnd,
}: {
  id: string | undefined
  onEnd: (isDone: boolean) => void
}) {
  const { account } = useReady()
  const prove = useTask(async () => {
    const factor = await askWalletPasskey(id)
    const { until } = await account.session.keys.ask('stepUp', { factor })
    account.patch({ steppedUpUntil: until })
    onEnd(true)
  })
  return (
    <Sheet title={words.stepUp.title} over busy={prove.pending} onClose={() => onEnd(false)}>
      <p className="sheet-text">{words.stepUp.passkey}</p>
      {prove.error === undefined ? null : (
        <Notice tone="danger">{passkeyFailure(prove.error)}</Notice>
      )}
      <Button pending={prove.pending} onClick={() => void prove.run()}>
        {words.unlock.passkeyAction}
      </Button>
    </Sheet>
  )
}

function StepUpSheet({ onEnd }: { onEnd: (isDone: boolean) => void }) {
  const { account, facts } = useReady()
  const [txnId, setTxnId] = useState<string>()
  const send = useCallback(async () => {
    setTxnId((await account.call(stepUp, {})).txnId)
  }, [account])
  const begin = useTask(send)
  const { run } = begin
  useEffect(() => void run(), [run])
  const verify = useTask(async (otp: string) => {
    if (txnId === undefined) return
    const { until } = await account.call(stepUpOtp, { txnId, otp })
    account.patch({ steppedUpUntil: until })
    onEnd(true)
  })
  return (
    <Sheet title={words.stepUp.title} over busy={verify.pending} onClose={() => onEnd(false)}>
      <Begun error={begin.error} pending={begin.pending} onRetry={run}>
        <p className="sheet-text">
          <FilledText text={words.stepUp.text} value={facts.email ?? words.stepUp.noEmail} />
        </p>
        <CodeField
          busy={verify.pending || txnId === undefined}
          error={verify.error === undefined ? undefined : codeFailure(verify.error)}
          onCode={(otp) => void verify.run(otp)}
        />
        <div className="ask-links">
          <ResendButton onResend={send} />
        </div>
      </Begun>
    </Sheet>
  )
}

/** Shows its children once the code was sent. Sends a throttled mail when the rate limit allows it; shows other errors. */
function Begun({
  children,
  error,
  onRetry,
  pending,
}: {
  children: ReactNode
  error: unknown
  pending: boolean
  onRetry: () => Promise<void>
}) {
  const seconds = throttledSeconds(error)
  const [nextAt, setNextAt] = useState(0)
  const left = useSecondsUntil(nextAt)
  useEffect(() => {
    const wait = throttledSeconds(error)
    if (wait === undefined) return
    setNextAt(Date.now() + wait * 1000)
    const timer = setTimeout(() => void onRetry(), wait * 1000)
    return () => clearTimeout(timer)
  }, [error, onRetry])
  if (error === undefined) return children
  if (seconds !== undefined)
    return <Notice tone="info">{words.stepUp.soon(Math.max(1, left))}</Notice>
  return (
    <Notice
      tone="danger"
      action={
        <Button variant="secondary" inline pending={pending} onClick={() => void onRetry()}>
          {words.retry}
        </Button>
      }
    >
      {failureWords(error)}
    </Notice>
  )
}
