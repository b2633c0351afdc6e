import { useSignMessage } from '@foyer/ui/react'
import { Box } from './Box.tsx'

/** Signs a text. */
export function Sign() {
  const { data: signature, error, isPending, mutate } = useSignMessage()
  return (
    <Box title="Sign" hooks="useSignMessage" error={error}>
      <button type="button" disabled={isPending} onClick={() => mutate({ message: 'Hello' })}>
        Sign “Hello”
      </button>
      <p role="status">{signature ? `Signature: ${String(signature).slice(0, 20)}…` : ''}</p>
    </Box>
  )
}
