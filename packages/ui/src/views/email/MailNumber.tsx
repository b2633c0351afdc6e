import { useMessage } from '../../context.ts'

/** The number of a link; opening the link on another device asks for its last digits. @source security 2.9 */
export function MailNumber({ label, number }: { label: string; number: string }) {
  const message = useMessage()
  return (
    <div className="mail-number">
      <dl>
        <dt>{label}</dt>
        <dd dir="ltr">
          {number.slice(0, -2)}
          <b>{number.slice(-2)}</b>
        </dd>
      </dl>
      <p className="mail-hint">{message('email.numberHint')}</p>
    </div>
  )
}
