import { useMessage } from '../../context.ts'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useSecondsUntil } from '../../primitives/useSecondsUntil.ts'
import { emailThrottleMs } from './loginError.ts'

/** Another mail, as soon as the server allows it. @source spec 5.8, 8.9 */
export function MailAgain({
  label,
  onAgain,
  pending,
  sentAt,
}: {
  label: string
  sentAt: number
  pending: boolean
  onAgain: () => void
}) {
  const message = useMessage()
  const seconds = useSecondsUntil(sentAt + emailThrottleMs)
  if (pending) return <p className="mail-wait">{message('email.sending')}</p>
  return (
    <p className="mail-wait">
      {message('email.nothing')}
      {seconds > 0 ? (
        <span>{message('email.wait', { n: seconds })}</span>
      ) : (
        <TextLink onClick={onAgain}>{label}</TextLink>
      )}
    </p>
  )
}
