import { sendTransaction, waitForTransaction } from '@foyer/core'
import { useAccount, useFoyer, useNetwork } from '@foyer/ui/react'
import { useEffect, useState } from 'react'
import { parseEther } from 'viem'
import { Tick } from '../CopyButton.tsx'
import { Ask } from './Ask.tsx'
import { useWalletAction } from './useWalletAction.ts'

/** The second account of every Ethereum development node. */
const neighbour = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export function SendTransaction() {
  const foyer = useFoyer()
  const { network } = useNetwork()
  const symbol = network?.nativeCurrency.symbol ?? 'ETH'
  const [to, setTo] = useState(neighbour)
  const [amount, setAmount] = useState('0.05')
  const { action, run } = useWalletAction<string>()
  const ask = () =>
    run(() => sendTransaction(foyer, { transaction: { to: to.trim(), value: parseEther(amount) } }))
  return (
    <Ask
      title="Send a transaction"
      button={`Send ${symbol}`}
      disabled={!/^\d+(\.\d{1,18})?$/.test(amount) || to.trim() === ''}
      action={action}
      onAsk={ask}
      render={(hash) => <Sent key={hash} hash={hash} />}
    >
      <div className="ask-pair">
        <label>
          <span>To</span>
          <input
            className="field"
            value={to}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setTo(target.value)}
          />
        </label>
        <label>
          <span>Amount</span>
          <input
            className="field"
            inputMode="decimal"
            value={amount}
            autoComplete="off"
            onChange={({ target }) => setAmount(target.value.trim().replace(',', '.'))}
          />
        </label>
      </div>
    </Ask>
  )
}

/** A transaction on its way into a block. */
function Sent({ hash }: { hash: string }) {
  const foyer = useFoyer()
  const { transactions } = useAccount()
  const [block, setBlock] = useState<bigint>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const ended = new AbortController()
    waitForTransaction(foyer, { hash, signal: ended.signal }).then(
      ({ blockNumber }) => setBlock(blockNumber),
      (error: Error) => {
        if (!ended.signal.aborted) setProblem(error.message)
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
