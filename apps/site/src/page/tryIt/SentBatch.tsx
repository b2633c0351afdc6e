import type { SentCalls } from '@foyer/core'
import { useWaitForCallsStatus } from '@foyer/ui/react'
import { Fragment } from 'react'
import { Tick } from '../CopyButton.tsx'
import { failureMessage } from './failureMessage.ts'

/** Calls that were sent together or one by one, and what became of them. */
export function SentBatch({ count, sent }: { count: number; sent: SentCalls }) {
  const { data, error } = useWaitForCallsStatus({ id: sent.id })
  const done = data?.isAtomic
    ? count
    : (data?.receipts.filter(({ status }) => status === 'success').length ?? 0)
  return (
    <dl className="facts">
      <dt>Status</dt>
      <dd>
        {error && <p className="ask-failed">{failureMessage(error)}</p>}
        {!error && !data && <p>Pending</p>}
        {data?.status === 'success' && (
          <p className="fact-good">
            <Tick />{' '}
            {data.isAtomic
              ? `All ${count} calls are done, in one transaction.`
              : `All ${count} calls are done.`}
          </p>
        )}
        {data?.status === 'failure' && <p className="ask-failed">None of the calls was done.</p>}
        {data?.status === 'partial' && (
          <p className="ask-failed">
            {done} of {count} calls are done. The others were not.
          </p>
        )}
        {sent.stopped && (
          <p>
            {sent.stopped.error.code === 'user-rejected'
              ? `You declined call ${sent.stopped.index + 1}.`
              : `Call ${sent.stopped.index + 1}: ${failureMessage(sent.stopped.error)}`}
          </p>
        )}
      </dd>
      {data?.receipts.map(({ hash }) => (
        <Fragment key={hash}>
          <dt>Transaction</dt>
          <dd>
            <code>{hash}</code>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
