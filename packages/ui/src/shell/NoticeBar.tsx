import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useSlice, useUi } from '../context.ts'
import type { NoticeState } from './notices.ts'

const icons = { info: <Info />, success: <CircleCheck />, error: <CircleAlert /> }
const whole = (state: NoticeState | undefined) => state

/** The notice of the moment, over the top of the view. */
export function NoticeBar() {
  const notice = useSlice(useUi().notices.store, whole)
  return (
    // Both regions stand there empty, so that screen readers hear of what comes into them.
    <div className="notices">
      <div role="status">{notice && notice.tone !== 'error' ? <Bar {...notice} /> : null}</div>
      <div role="alert">{notice?.tone === 'error' ? <Bar {...notice} /> : null}</div>
    </div>
  )
}

function Bar({ id, text, tone }: NoticeState) {
  return (
    <p key={id} className="notice-bar" data-tone={tone}>
      {icons[tone]}
      <span>{text}</span>
    </p>
  )
}
