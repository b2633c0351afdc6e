import { useEffect } from 'react'
import { useMessage, useModalState, useSlice, useUi } from '../context.ts'
import { Button } from '../primitives/Button.tsx'
import { EmptyState } from '../primitives/EmptyState.tsx'
import { SkeletonRow } from '../primitives/Skeleton.tsx'
import type { Screen } from '../router.ts'

/** Renders the view of a screen once its code has loaded. */
export function ViewPlace({ screen }: { screen: Screen }) {
  const { modal, views } = useUi()
  const message = useMessage()
  // Reloads after a close and immediate reopen, though no other state changed.
  const loading = useModalState((state) => state.open && state.loading)
  const place = useSlice(views.store, (all) => all[screen.view])
  const isLoading = place === undefined || place.status === 'loading'
  useEffect(() => {
    void views.load(screen.view)
  }, [views, screen.view])
  useEffect(() => {
    if (loading && !isLoading) modal.store.setLoading(false)
  }, [modal, loading, isLoading])

  if (place?.status === 'loaded') return <place.Component data={screen.data} />
  if (place?.status === 'failed')
    return (
      <EmptyState
        role="alert"
        title={message('modal.viewFailed')}
        {...(!navigator.onLine && { text: message('modal.offline') })}
        action={
          <Button variant="secondary" onClick={() => views.load(screen.view)}>
            {message('modal.retry')}
          </Button>
        }
      />
    )
  return (
    <div aria-busy="true">
      <p className="unseen">{message('modal.loading')}</p>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </div>
  )
}
