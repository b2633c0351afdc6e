import { Button, Icon } from '@foyer/ui/primitives'
import { Card } from '../account/Card.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'

/** Warns before the keys are shown. */
export function WarnStage({ onNext }: { onNext: () => Promise<void> }) {
  const next = useTask(onNext)
  return (
    <Card icon="export" title={words.export.title} text={words.export.lead}>
      <ul className="cautions">
        {words.export.points.map(({ text, title }) => (
          <li key={title}>
            <Icon name="warning" />
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button pending={next.pending} onClick={() => void next.run()}>
        {words.export.start}
      </Button>
    </Card>
  )
}
