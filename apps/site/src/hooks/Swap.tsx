import { useSwap, useSwapTokens } from '@foyer/ui/react'
import { Box } from './Box.tsx'

/** Swaps two tokens: quotes, approval and swap are one state. */
export function Swap() {
  const { data: tokens = [], error } = useSwapTokens()
  const swap = useSwap()
  const { form, offer, problem, status } = swap
  const select = (label: string, key: 'from' | 'to', chosen: typeof form.from) => (
    <label>
      {label}
      <select
        value={chosen?.address ?? ''}
        onChange={({ target }) =>
          swap.change({ [key]: tokens.find(({ address }) => address === target.value) })
        }
      >
        <option value="">Choose</option>
        {tokens.map(({ address, symbol }) => (
          <option key={address} value={address}>
            {symbol}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <Box title="Swap" hooks="useSwap useSwapTokens" error={error}>
      {select('From', 'from', form.from)}
      {select('Into', 'to', form.to)}
      <label>
        Amount to swap
        <input
          inputMode="decimal"
          value={form.amount}
          onChange={({ target }) => swap.change({ amount: target.value })}
        />
      </label>
      <p>{problem === undefined ? '' : `It can not be swapped: ${problem}`}</p>
      <button type="button" disabled={!offer || problem !== undefined} onClick={swap.submit}>
        Swap it
      </button>
      <p role="status">Swap: {status}</p>
    </Box>
  )
}
