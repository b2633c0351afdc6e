import {
  useBuyToken,
  useNetwork,
  useOnramp,
  useOnrampQuote,
  useWaitForOnramp,
} from '@foyer/ui/react'
import { Box } from './Box.tsx'

const amount = 50_00n

/** Buys the network's coin for 50 dollars. */
export function Buy() {
  const { network } = useNetwork()
  const purchaseCurrency = network?.nativeCurrency.symbol ?? ''
  const { data: sellers = [], error } = useOnramp()
  const provider = sellers[0]?.name
  const { data: quote } = useOnrampQuote({ amount, provider, purchaseCurrency })
  const { data: order, error: refused, mutate } = useBuyToken()
  const { data: end } = useWaitForOnramp({ id: order?.id })
  return (
    <Box
      title="Buy"
      hooks="useOnramp useOnrampQuote useBuyToken useWaitForOnramp"
      error={refused ?? error}
    >
      {quote ? (
        <p>
          {quote.purchaseAmount.amount} {quote.purchaseAmount.currency} for 50 USD
        </p>
      ) : null}
      {order ? (
        <a href={order.url} target="_blank" rel="noreferrer">
          Pay at {order.provider}
        </a>
      ) : (
        <button
          type="button"
          disabled={!provider}
          onClick={() => provider && mutate({ amount, provider, purchaseCurrency })}
        >
          Buy for 50 USD
        </button>
      )}
      <p role="status">{end ? `Purchase: ${end.status}` : ''}</p>
    </Box>
  )
}
