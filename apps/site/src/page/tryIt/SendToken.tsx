import { useNetwork, useSendToken, useTokens } from '@foyer/ui/react'
import { useState } from 'react'
import { Ask } from './Ask.tsx'
import { defaultReceivers } from './defaultReceivers.ts'
import { readAmount } from './readAmount.ts'
import { AmountField, ReceiverField } from './SendFields.tsx'
import { Sent } from './Sent.tsx'

/** Sends coins or tokens in any namespace. */
export function SendToken() {
  const { network } = useNetwork()
  // The native coin can be sent before the list has loaded.
  const { data: tokens = [] } = useTokens()
  const namespace = network?.chainNamespace
  const [to, setTo] = useState<string>(
    namespace === 'solana' ? defaultReceivers.solana : defaultReceivers.eip155,
  )
  const [amount, setAmount] = useState('0.01')
  /** Address of the token; empty for the native coin. */
  const [token, setToken] = useState('')
  const send = useSendToken()
  if (!network) return null
  const { decimals: ofCoin, symbol } = network.nativeCurrency
  const choices = tokens.flatMap((one) => {
    const address = one.address?.slice(one.address.lastIndexOf(':') + 1)
    return address ? [{ address, symbol: one.symbol, decimals: Number(one.quantity.decimals) }] : []
  })
  const chosen = choices.find(({ address }) => address === token)
  const read = readAmount(amount, chosen ?? { decimals: ofCoin, symbol })
  return (
    <Ask
      title="Send tokens"
      button={`Send ${chosen?.symbol ?? symbol}`}
      disabled={!('amount' in read) || to.trim() === ''}
      hint={'hint' in read ? read.hint : ''}
      action={send}
      onAsk={() => {
        if ('amount' in read)
          send.mutate({ amount: read.amount, to: to.trim(), token: chosen?.address })
      }}
      render={(hash) => <Sent key={hash} hash={hash} />}
    >
      <div className="ask-pair">
        <label>
          <span>Token</span>
          <select
            className="field"
            value={chosen ? token : ''}
            onChange={({ target }) => setToken(target.value)}
          >
            <option value="">{symbol}</option>
            {choices.map((choice) => (
              <option key={choice.address} value={choice.address}>
                {choice.symbol}
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
