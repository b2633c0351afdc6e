import { useTokens } from '@foyer/ui/react'
import { Box } from './Box.tsx'

/** Lists the account's tokens. */
export function Tokens() {
  const { data: tokens = [], error, isFetching, refetch } = useTokens()
  return (
    <Box title="Tokens" hooks="useTokens" error={error}>
      <ul>
        {tokens.map(({ address, quantity, symbol }) => (
          <li key={address ?? 'coin'}>
            {quantity.numeric} {symbol}
          </li>
        ))}
      </ul>
      <button type="button" disabled={isFetching} onClick={() => void refetch()}>
        Refresh
      </button>
    </Box>
  )
}
