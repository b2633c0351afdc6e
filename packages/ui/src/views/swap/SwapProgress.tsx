import { readDestination, readOfferOf, type SwapRequest, type SwapState } from '@foyer/core'
import { quoteName } from '../../format/quoteName.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { useStepFocus } from '../../useStepFocus.ts'
import { useStyles } from '../../useStyles.ts'
import { LazyPart } from '../LazyPart.tsx'
import { loadCrossings } from './loadCrossings.ts'
import css from './SwapProgress.css?inline'
import { stoppedWords } from './stoppedWords.ts'
import { useSwapWords } from './swapWords.ts'
import { useExplorer } from './useExplorer.ts'
import { useSwapFormat } from './useSwapFormat.ts'
import { useSwapState } from './useSwapState.ts'

type Begun = Exclude<SwapState, { status: 'idle' }>
type Mark = 'done' | 'now' | 'next'

/** A swap that was begun, and how it ended. */
export function SwapProgress({ state }: { state: SwapState }) {
  useStyles(css)
  if (state.status === 'idle') return null
  if (state.status === 'done') return <Done state={state} />
  if (state.status === 'failed' || state.status === 'rejected') return <Stopped state={state} />
  return <Steps state={state} />
}

function Steps({ state }: { state: Begun }) {
  const place = useStepFocus<HTMLDivElement>()
  const words = useSwapWords()
  const { from, to } = state.request
  const isApproving = state.status === 'approving'
  const offer = readOfferOf(state)
  const step = 'step' in state ? state.step.name : undefined
  const busy = {
    building: isApproving ? 'swap.preparing' : 'swap.checking',
    wallet: 'swap.inWallet',
    signing: 'swap.signing',
    mining: 'swap.onNetwork',
  } as const
  const now = words(step ? busy[step] : 'swap.checking')
  const isOne = 'approvals' in state && state.approvals.length > 0
  const steps: readonly (readonly [title: string, mark: Mark])[] = isOne
    ? [[words('swap.oneStep', { from: quoteName(from.symbol), to: quoteName(to.symbol) }), 'now']]
    : [
        ...(offer?.allowanceTarget === undefined
          ? []
          : ([
              [
                words('swap.approveStep', { symbol: quoteName(from.symbol) }),
                isApproving ? 'now' : 'done',
              ],
            ] as const)),
        [words('swap.swapStep', { symbol: quoteName(to.symbol) }), isApproving ? 'next' : 'now'],
      ]
  return (
    <div ref={place} className="swap">
      <ol className="swap-steps" aria-label={words('swap.progress')}>
        {steps.map(([title, mark]) => (
          <li key={title} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
            <span className="swap-mark">{mark === 'done' ? <Icon name="check" /> : null}</span>
            <span>
              <span className="swap-step" dir="auto">
                {title}
              </span>
              <span className="swap-label">
                {mark === 'now' ? now : words(mark === 'done' ? 'swap.stepDone' : 'swap.stepNext')}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className="unseen" role="status">
        {now}
      </p>
      <p className="swap-allows">{words('swap.leave')}</p>
    </div>
  )
}

function Done({ state }: { state: Extract<SwapState, { status: 'done' }> }) {
  const words = useSwapWords()
  const format = useSwapFormat()
  const { swap } = useSwapState()
  const { to } = state.request
  if (readDestination(state.request) !== undefined)
    return (
      <div className="swap">
        <LazyPart load={loadCrossings}>
          {(SwapCrossings) => <SwapCrossings hash={state.hash} onAnother={swap.dismiss} />}
        </LazyPart>
      </div>
    )
  return (
    <div className="swap">
      <EmptyState
        role="status"
        icon={<Icon name="done" />}
        title={words('swap.done')}
        text={words('swap.doneText', {
          from: format.paid(state.request),
          to: format.amount(state.toAmount, to),
        })}
      />
      <Explorer hash={state.hash} request={state.request} />
      <Button variant="secondary" onClick={swap.dismiss}>
        {words('swap.another')}
      </Button>
    </div>
  )
}

function Stopped({ state }: { state: Extract<SwapState, { status: 'failed' | 'rejected' }> }) {
  const place = useStepFocus<HTMLDivElement>()
  const words = useSwapWords()
  const { swap } = useSwapState()
  const { text, title } = stoppedWords(state)
  return (
    <div ref={place} className="swap">
      <EmptyState role="alert" title={words(title)} text={words(text)} />
      {state.status === 'failed' && state.hash !== undefined ? (
        <Explorer hash={state.hash} request={state.request} />
      ) : null}
      {state.status === 'rejected' ? <TryAgain /> : null}
      <Button variant="secondary" onClick={swap.dismiss}>
        {words('swap.change')}
      </Button>
    </div>
  )
}

function TryAgain() {
  const words = useSwapWords()
  const { offer, swap } = useSwapState()
  return (
    <Button onClick={swap.submit}>
      {words(offer?.allowanceTarget === undefined ? 'swap.submit' : 'swap.approveAndSwap')}
    </Button>
  )
}

/** A link to the transaction, where the network has an explorer. */
function Explorer({ hash, request: { chainId } }: { hash: string; request: SwapRequest }) {
  const words = useSwapWords()
  const url = useExplorer()(chainId, hash)
  if (!url) return null
  return (
    <LinkButton variant="secondary" href={url}>
      {words('swap.explorer')}
    </LinkButton>
  )
}
