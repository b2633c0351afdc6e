import { useNetwork, useSendTransaction } from '@foyer/ui/react'
import { useState } from 'react'
import { Ask } from './Ask.tsx'
import { defaultReceivers } from './defaultReceivers.ts'
import { readAmount } from './readAmount.ts'
import { AmountField, ReceiverField } from './SendFields.tsx'
import { Sent } from './Sent.tsx'

export function SendTransaction() {
  const { network } = useNetwork()
  const symbol = network?.nativeCurrency.symbol ?? 'ETH'
  const [to, setTo] = useState<string>(defaultReceivers.eip155)
  const [amount, setAmount] = useState('0.05')
  const send = useSendTransaction()
  const read = readAmount(amount, { decimals: 18, symbol })
  const ask = () => {
    if ('amount' in read) send.mutate({ transaction: { to: to.trim(), value: read.amount } })
  }
  return (
    <Ask
      title="Send a transaction"
      button={`Send ${symbol}`}
      disabled={!('amount' in read) || to.trim() === ''}
      hint={'hint' in read ? read.hint : ''}
      action={send}
      onAsk={ask}
      render={(hash) => <Sent key={hash} hash={hash} />}
    >
      <div className="ask-pair">
        <ReceiverField value={to} onChange={setTo} />
        <AmountField value={amount} onChange={setAmount} />
      </div>
    </Ask>
  )
}
