import { type ReactNode, useCallback, useLayoutEffect } from 'react'
import { useMessage } from '../context.ts'
import { Button } from '../primitives/Button.tsx'
import { EmptyState } from '../primitives/EmptyState.tsx'
import { useMutation } from '../useMutation.ts'

/** Renders a part of a view once its code has loaded, with a retry if it could not be. */
export function LazyPart<part>({
  children,
  load,
}: {
  children: (part: part) => ReactNode
  /** Called again for a retry. */
  load: () => Promise<part>
}) {
  const message = useMessage()
  const { data, mutate, status } = useMutation(load)
  const begin = useCallback(() => mutate(), [mutate])
  // Before the first paint: what has loaded already shows at once.
  useLayoutEffect(begin, [begin])
  if (data !== undefined) return children(data)
  if (status !== 'error') return <div className="part-coming" aria-busy="true" />
  return (
    <EmptyState
      role="alert"
      title={message('modal.viewFailed')}
      action={
        <Button variant="secondary" onClick={begin}>
          {message('modal.retry')}
        </Button>
      }
    />
  )
}
