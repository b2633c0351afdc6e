import { useHistory } from '@foyer/ui/react'
import { Box } from './Box.tsx'

/** Lists the account's transactions, newest first. */
export function Activity() {
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useHistory()
  return (
    <Box title="Activity" hooks="useHistory" error={error}>
      <ul>
        {data?.transactions.map(({ id, metadata, transfers }) => (
          <li key={id}>
            {metadata.operationType}{' '}
            {transfers
              .map(({ fungible_info, nft_info, quantity }) =>
                [quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
              )
              .join(', ')}
          </li>
        ))}
      </ul>
      <button type="button" disabled={isFetching} onClick={() => void refetch()}>
        Read again
      </button>
      {hasNextPage ? (
        <button type="button" onClick={() => void fetchNextPage()}>
          Older
        </button>
      ) : null}
    </Box>
  )
}
