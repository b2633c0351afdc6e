import { FoyerError } from '@foyer/protocol'
import { Button, Icon, Notice, useSecondsUntil } from '@foyer/ui/primitives'
import { useState } from 'react'
import { Card } from '../account/Card.tsx'
import { failureWords } from '../account/failureWords.ts'
import { words } from '../account/words.ts'
import { HoldButton } from './HoldButton.tsx'

/** Waiting time before the words can be revealed, in ms. @source security 2.5 "Export" */
const waitMs = 10_000

/** Shows a countdown, then a button to hold that reveals the words. */
export function RevealStage({
  error,
  onBack,
  onReveal,
  pending,
}: {
  pending: boolean
  error: unknown
  onReveal: () => void
  onBack: () => void
}) {
  const [untilAt] = useState(() => Date.now() + waitMs)
  const left = useSecondsUntil(untilAt)
  const isStale = error instanceof FoyerError && error.code === 'action-not-allowed'
  return (
    <Card icon="shield" title={words.export.waitTitle} text={words.export.waitText}>
      <ul className="cautions">
        {words.export.waitPoints.map((point, index) => (
          <li key={point}>
            <Icon name={index === 0 ? 'warning' : 'info'} />
            <p>{point}</p>
          </li>
        ))}
      </ul>
      {error === undefined ? null : (
        <Notice tone="danger" title={words.export.failed}>
          {failureWords(error)}
        </Notice>
      )}
      <p className="unseen" role="status">
        {pending ? words.export.opening : ''}
      </p>
      {isStale ? (
        <Button onClick={onBack}>{words.retry}</Button>
      ) : (
        <HoldButton
          label={left > 0 ? words.export.wait(left) : words.export.hold}
          disabled={left > 0}
          pending={pending}
          onHeld={onReveal}
        />
      )}
    </Card>
  )
}
