import { waitForTransaction } from '@foyer/core'
import { useAccount, useFoyer } from '@foyer/ui/react'
import { useEffect, useState } from 'react'
import { Tick } from '../CopyButton.tsx'
import { failureWords } from './failureWords.ts'

/** A transaction on its way into a block. */
export function Sent({ hash }: { hash: string }) {
  const foyer = useFoyer()
  const { transactions } = useAccount()
  const [block, setBlock] = useState<bigint>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const ended = new AbortController()
    waitForTransaction(foyer, { hash, signal: ended.signal }).then(
      ({ blockNumber }) => setBlock(blockNumber),
      (error) => {
        if (!ended.signal.aborted) setProblem(failureWords(error))
      },
    )
    return () => ended.abort()
  }, [foyer, hash])
  const status = transactions.find((one) => one.hash === hash)?.status ?? 'pending'
  return (
    <dl className="facts">
      <dt>Transaction</dt>
      <dd>
        <code>{hash}</code>
      </dd>
      <dt>Status</dt>
      <dd>
        {problem && <p className="ask-failed">{problem}</p>}
        {!problem && block === undefined && <p>Pending</p>}
        {block !== undefined && status === 'reverted' && (
          <p className="ask-failed">Refused by the network in block {String(block)}.</p>
        )}
        {block !== undefined && status !== 'reverted' && (
          <p className="fact-good">
            <Tick /> Mined in block {String(block)}.
          </p>
        )}
      </dd>
    </dl>
  )
}
