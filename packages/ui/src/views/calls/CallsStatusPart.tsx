import { type CallsStatus, getCallsStatus } from '@foyer/core'
import { useEffect, useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { CopyButton } from '../../primitives/CopyButton.tsx'
import { IconLink } from '../../primitives/IconLink.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import { AccountIcon } from '../account/AccountIcon.tsx'
import { useExplorer } from '../swap/useExplorer.ts'
import css from './CallsStatusPart.css?inline'
import { CallsWords, useCallsWords } from './callsWords.ts'
import { type ShownCalls, setShownCalls, useShownCalls } from './shownCalls.ts'

/** Time between two reads while calls are pending, ms. */
const pauseMs = 2_000

/** The status of calls, in the account. */
export function CallsStatusPart() {
  const { modal } = useUi()
  const calls = useShownCalls(modal)
  if (!calls) return null
  return (
    <CallsWords>
      <Status key={calls.id} calls={calls} onHide={() => setShownCalls(modal, undefined)} />
    </CallsWords>
  )
}

const tones = {
  pending: 'info',
  success: 'success',
  partial: 'warning',
  failure: 'danger',
} as const

function Status({ calls, onHide }: { calls: ShownCalls; onHide: () => void }) {
  useStyles(css)
  const say = useCallsWords()
  const { refresh, status } = useStatus(calls)
  if (status === undefined)
    return (
      <div className="calls" aria-busy="true">
        <Skeleton width="l" />
      </div>
    )
  const hide = (
    <Button variant="quiet" onClick={onHide}>
      {say('calls.hide')}
    </Button>
  )
  if (status === 'unknown')
    return (
      <div className="calls" data-status="unknown">
        <Notice tone="danger" title={say('calls.unknown')}>
          {say('calls.unknownText')}
        </Notice>
        <div className="calls-actions">
          <Button variant="secondary" onClick={refresh}>
            {say('calls.retry')}
          </Button>
          {hide}
        </div>
      </div>
    )
  return (
    <div className="calls" data-status={status.status}>
      <div role="status">
        <Notice tone={tones[status.status]} title={say(`calls.${status.status}`)}>
          {say(`calls.${status.status}Text`)}
        </Notice>
      </div>
      <Transactions status={status} />
      <div className="calls-actions">{hide}</div>
    </div>
  )
}

function Transactions({ status: { chainId, receipts } }: { status: CallsStatus }) {
  const { notices } = useUi()
  const say = useCallsWords()
  const { locale } = useLanguage()
  const explorerOf = useExplorer()
  if (receipts.length === 0) return null
  const number = new Intl.NumberFormat(locale)
  return (
    <ul className="calls-list">
      {receipts.map(({ hash, status }, index) => {
        const explorer = explorerOf(chainId, hash)
        return (
          <li key={hash} className="calls-row">
            <span className="calls-name">
              {say('calls.transaction', { number: number.format(index + 1) })}
              {status === 'reverted' ? (
                <span className="calls-failed">{say('calls.reverted')}</span>
              ) : null}
            </span>
            <bdi dir="ltr" title={hash}>
              {shortenAddress(hash)}
            </bdi>
            <CopyButton
              text={hash}
              label={say('calls.copy')}
              copiedLabel={say('calls.copied')}
              onError={() => notices.show({ tone: 'error', text: hash })}
            />
            {explorer === undefined ? null : (
              <IconLink
                href={explorer}
                label={say('calls.explorer')}
                icon={<AccountIcon name="out" />}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Reads the status, and again every 2 s while it is pending. */
function useStatus({ id, namespace }: ShownCalls): {
  status: CallsStatus | 'unknown' | undefined
  refresh: () => void
} {
  const { foyer } = useUi()
  const [status, setStatus] = useState<CallsStatus | 'unknown'>()
  const [reads, setReads] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is one more read
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => setReads((count) => count + 1), pauseMs)
    }
    getCallsStatus(foyer, { id, namespace }).then(
      (next) => {
        if (ended) return
        setStatus(next)
        if (next.status === 'pending') again()
      },
      (error) => {
        if (ended) return
        foyer.log('info', 'the status of calls could not be read', error)
        setStatus('unknown')
      },
    )
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [foyer, id, namespace, reads])
  return {
    status,
    refresh() {
      setStatus(undefined)
      setReads((count) => count + 1)
    },
  }
}
