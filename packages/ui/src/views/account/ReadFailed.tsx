import type { FoyerError } from '@foyer/protocol'
import { useEffect } from 'react'
import { useMessage } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { useOnline } from '../connect/useOnline.ts'

/** Replaces the list after a failed read, which is repeated when the browser is online again. @source spec 8.2 */
export function ReadFailed({
  error,
  isLoading,
  onRetry,
  unavailable,
  unsupported,
}: {
  error: FoyerError
  isLoading: boolean
  onRetry: () => Promise<void>
  /** The title. */
  unavailable: string
  /** The title for a network that the api does not read. */
  unsupported: string
}) {
  const message = useMessage()
  const isOnline = useOnline()
  useEffect(() => {
    const retry = () => void onRetry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [onRetry])
  // The api answers, and does not read this network: trying again would not change that.
  if (error.code === 'chain-unsupported') return <EmptyState role="status" title={unsupported} />
  return (
    <EmptyState
      role="alert"
      title={unavailable}
      text={isOnline ? undefined : message('modal.offline')}
      action={
        <Button variant="secondary" pending={isLoading} onClick={() => void onRetry()}>
          {message('modal.retry')}
        </Button>
      }
    />
  )
}
