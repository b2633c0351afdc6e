import { useWaitForTransaction } from '@foyer/ui/react'
import { Tick } from '../CopyButton.tsx'
import { failureMessage } from './failureMessage.ts'

/** A transaction and its status. */
export function Sent({ hash }: { hash: string }) {
  const { data, error } = useWaitForTransaction({ hash })
  return (
    <dl className="facts">
      <dt>Transaction</dt>
      <dd>
        <code>{hash}</code>
      </dd>
      <dt>Status</dt>
      <dd>
        {error && <p className="ask-failed">{failureMessage(error)}</p>}
        {!error && !data && <p>Pending</p>}
        {data?.status === 'reverted' && (
          <p className="ask-failed">Failed in block {String(data.blockNumber)}.</p>
        )}
        {data?.status === 'success' && (
          <p className="fact-good">
            <Tick /> Mined in block {String(data.blockNumber)}.
          </p>
        )}
      </dd>
    </dl>
  )
}
