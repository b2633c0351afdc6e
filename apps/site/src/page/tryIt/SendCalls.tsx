import { useNetwork, useSendCalls } from '@foyer/ui/react'
import { useState } from 'react'
import { Ask } from './Ask.tsx'
import { defaultReceivers } from './defaultReceivers.ts'
import { readAmount } from './readAmount.ts'
import { AmountField, ReceiverField } from './SendFields.tsx'
import { SentBatch } from './SentBatch.tsx'

const counts = [2, 3, 5]

/** Sends the same coins several times with one approval, where the wallet can. */
export function SendCalls() {
  const { network } = useNetwork()
  const symbol = network?.nativeCurrency.symbol ?? 'ETH'
  const [to, setTo] = useState<string>(defaultReceivers.eip155)
  const [amount, setAmount] = useState('0.01')
  const [count, setCount] = useState(2)
  const { progress, ...send } = useSendCalls()
  const read = readAmount(amount, { decimals: 18, symbol })
  const step = progress && `${progress.index + 1} of ${progress.count}`
  return (
    <Ask
      title="Send several calls"
      button={`Send ${count} calls`}
      disabled={!('amount' in read) || to.trim() === ''}
      hint={
        'hint' in read
          ? read.hint
          : progress?.status === 'mining'
            ? `Call ${step} is on its way…`
            : progress
              ? `Your wallet sends one by one: approve call ${step}.`
              : ''
      }
      action={send}
      onAsk={() => {
        if (!('amount' in read)) return
        const call = { to: to.trim(), value: read.amount }
        send.mutate({ calls: Array.from({ length: count }, () => call) })
      }}
      render={(sent) => <SentBatch key={sent.id} count={count} sent={sent} />}
    >
      <div className="ask-pair">
        <label>
          <span>Calls</span>
          <select
            className="field"
            value={count}
            onChange={({ target }) => setCount(Number(target.value))}
          >
            {counts.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <AmountField value={amount} onChange={setAmount} />
        <ReceiverField className="ask-whole" value={to} onChange={setTo} />
      </div>
    </Ask>
  )
}
