import { createPaymentRequest } from '@foyer/core'
import { parseUnits } from '@foyer/protocol'
import { useFoyer, useNetwork, usePay } from '@foyer/ui/react'
import { useState } from 'react'
import { Box } from './Box.tsx'

/** Pays a request for a small amount of the network's coin. */
export function Pay() {
  const foyer = useFoyer()
  const { network } = useNetwork()
  const [to, setTo] = useState('')
  const { data: receipt, error, isPending, mutateAsync } = usePay()
  const [invalid, setInvalid] = useState<Error>()
  const pay = async () => {
    setInvalid(undefined)
    try {
      const amount = parseUnits('0.001', network?.nativeCurrency.decimals ?? 18) ?? 0n
      await mutateAsync({ request: await createPaymentRequest(foyer, { amount, to }) })
    } catch (thrown) {
      setInvalid(thrown as Error)
    }
  }
  return (
    <Box title="Pay" hooks="usePay" error={error}>
      <label>
        Shop
        <input value={to} onChange={({ target }) => setTo(target.value.trim())} />
      </label>
      <button type="button" disabled={isPending || to === ''} onClick={() => void pay()}>
        Pay 0.001 {network?.nativeCurrency.symbol}
      </button>
      {invalid && !error ? <p role="alert">{invalid.message}</p> : null}
      <p role="status">{receipt ? `Paid by ${receipt.hash}` : ''}</p>
    </Box>
  )
}
