import { Button } from '@foyer/ui/primitives'
import { ResendButton } from './ResendButton.tsx'
import { words } from './words.ts'

/** What else can be done while a mail is waited for. */
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
