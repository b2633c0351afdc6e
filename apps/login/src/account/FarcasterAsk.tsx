import { FoyerError, type ResponseOf } from '@foyer/protocol'
import { type LoginPurpose, loginFarcaster, loginFarcasterEnd } from '@foyer/protocol/login'
import { Button, LinkButton, Notice, useStyles } from '@foyer/ui/primitives'
import { useEffect, useEffectEvent, useState } from 'react'
import { encode } from 'uqr'
import { useAccount } from './AccountContext.ts'
import type { AccountSession } from './createPageAccount.ts'
import css from './FarcasterAsk.css?inline'
import { failureWords } from './failureWords.ts'
import { words } from './words.ts'

const texts = words.farcaster
/** Time limit of one call, in ms: the server answers within 25 s. @source security 2.11 */
const callMs = 40_000
/** Pause after a failed call, in ms. */
const pauseMs = 2_000

type Answer = Exclude<ResponseOf<typeof loginFarcasterEnd>, { status: 'pending' }>
/** The user has approved: logged in, a login added, or the user proved. */
export type FarcasterEnd = Extract<Answer, { status: 'connected' | 'linked' | 'stepped-up' }>
type Step =
  | { is: 'opening' }
  | { is: 'waiting'; uri: string }
  | { is: 'over'; isExpired: boolean; text: string }

/** Asks the user's Farcaster app: shows a code to scan and a link, and waits for the answer. */
export function FarcasterAsk({
  onEnd,
  purpose,
}: {
  onEnd: (end: FarcasterEnd) => Promise<void>
  /** @default a login */
  purpose?: LoginPurpose
}) {
  useStyles(css)
  const { account } = useAccount()
  const [step, setStep] = useState<Step>({ is: 'opening' })
  /** Counts the codes: each is asked for by the user. */
  const [round, setRound] = useState(0)
  const end = useEffectEvent(onEnd)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round begins another login
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setStep({ is: 'opening' })
    const run = async () => {
      const body = purpose === undefined ? {} : { purpose }
      const { txnId, uri } = await account.session.call(loginFarcaster, body, { signal })
      setStep({ is: 'waiting', uri })
      const answer = await waitForApp(account.session, { txnId, signal })
      if (isEnd(answer)) await end(answer)
      else setStep({ is: 'over', isExpired: answer.status === 'expired', text: wordsOf(answer) })
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setStep({ is: 'over', isExpired: false, text: failureWords(error) })
    })
    return () => controller.abort()
  }, [account, purpose, round])
  if (step.is === 'over')
    return (
      <>
        <Notice tone={step.isExpired ? 'info' : 'danger'}>{step.text}</Notice>
        <Button onClick={() => setRound((count) => count + 1)}>{texts.again}</Button>
      </>
    )
  return (
    <>
      {step.is === 'waiting' ? (
        <>
          <Code text={step.uri} />
          <LinkButton variant="secondary" href={step.uri}>
            {texts.open}
          </LinkButton>
        </>
      ) : null}
      <p className="waiting" role="status">
        {step.is === 'opening' ? texts.opening : texts.waiting}
      </p>
    </>
  )
}

const isEnd = (answer: Answer): answer is FarcasterEnd =>
  ['connected', 'linked', 'stepped-up'].includes(answer.status)

/** Says why nothing was changed. */
function wordsOf(answer: Exclude<Answer, FarcasterEnd>): string {
  if (answer.status !== 'failed')
    return texts[answer.status === 'pending' ? 'refused' : answer.status]
  const { reason } = answer
  return reason === 'held' || reason === 'removed'
    ? words.login.failed[reason]
    : words.logins[reason]
}

/** Long-polls until the app has answered. Retries when the connection breaks, as on a phone that shows the app. */
async function waitForApp(
  session: AccountSession,
  { signal, txnId }: { txnId: string; signal: AbortSignal },
): Promise<Answer> {
  for (;;) {
    try {
      const end = await session.call(loginFarcasterEnd, { txnId }, { signal, limitMs: callMs })
      if (end.status !== 'pending') return end
    } catch (error) {
      const isBroken =
        error instanceof FoyerError && ['http-failed', 'request-timed-out'].includes(error.code)
      if (!isBroken || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    signal.throwIfAborted()
  }
}

/** A QR code: dark on light in every theme, since not every camera reads inverted ones. */
function Code({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className="farcaster-code"
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label={texts.code}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} />
    </svg>
  )
}
