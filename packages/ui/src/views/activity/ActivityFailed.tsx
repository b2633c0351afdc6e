import type { FoyerError } from '@foyer/protocol'
import { useEffect } from 'react'
import { useMessage } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { useOnline } from '../connect/useOnline.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'

/** Replaces the list after a failed read, which is repeated when the browser is online again. @source ledger 8.2 */
export function ActivityFailed({
  error,
  isLoading,
  onRetry,
}: {
  error: FoyerError
  isLoading: boolean
  onRetry: () => Promise<void>
}) {
  const message = useMessage()
  const network = useActiveNetwork()
  const isOnline = useOnline()
  useEffect(() => {
    const retry = () => void onRetry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [onRetry])
  // The api answers, and has no history of this network: trying again would not change that.
  if (error.code === 'chain-unsupported')
    return (
      <EmptyState
        role="status"
        title={message('activity.unsupported', { network: network?.name ?? '' })}
      />
    )
  return (
    <EmptyState
      role="alert"
      title={message('activity.unavailable')}
      text={isOnline ? undefined : message('modal.offline')}
      action={
        <Button variant="secondary" pending={isLoading} onClick={() => void onRetry()}>
          {message('modal.retry')}
        </Button>
      }
    />
  )
}
