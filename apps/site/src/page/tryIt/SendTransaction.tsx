import { sendTransaction } from '@foyer/core'
import { useFoyer, useNetwork } from '@foyer/ui/react'
import { useState } from 'react'
import { parseEther } from 'viem'
import { Ask } from './Ask.tsx'
import { neighbours } from './neighbours.ts'
import { Sent } from './Sent.tsx'
import { useWalletAction } from './useWalletAction.ts'

export function SendTransaction() {
  const foyer = useFoyer()
  const { network } = useNetwork()
  const symbol = network?.nativeCurrency.symbol ?? 'ETH'
  const [to, setTo] = useState<string>(neighbours.eip155)
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
