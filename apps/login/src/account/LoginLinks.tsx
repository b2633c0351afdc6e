import { Button } from '@foyer/ui/primitives'
import { ResendButton } from './ResendButton.tsx'
import { words } from './words.ts'

/** Shows alternatives while the user waits for a mail. */
export function LoginLinks({
  onChange,
  onResend,
}: {
  onChange: () => void
  onResend: () => Promise<void>
}) {
  return (
    <div className="ask-links">
      <ResendButton onResend={onResend} />
      <Button variant="quiet" inline onClick={onChange}>
        {words.code.change}
      </Button>
    </div>
  )
}
