import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useSlice, useUi } from '../context.ts'
import type { NoticeState } from './notices.ts'

const icons = { info: <Info />, success: <CircleCheck />, error: <CircleAlert /> }
const whole = (state: NoticeState | undefined) => state

/** The notice of the moment, over the top of the view. */
export function NoticeBar() {
  const notice = useSlice(useUi().notices.store, whole)
  return (
    // An alert is read when it comes; what is less needs a region that stood there before.
    <div className="notices" role="status">
      {notice ? <Bar {...notice} /> : null}
    </div>
  )
}

function Bar({ id, text, tone }: NoticeState) {
  return (
    <p
      key={id}
      className="notice-bar"
      data-tone={tone}
      role={tone === 'error' ? 'alert' : undefined}
    >
      {icons[tone]}
      <span>{text}</span>
    </p>
  )
}
