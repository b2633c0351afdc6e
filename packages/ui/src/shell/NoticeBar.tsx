import { useSlice, useUi } from '../context.ts'
import { Icon } from '../primitives/Icon.tsx'
import type { NoticeState } from './notices.ts'

const icons = {
  info: <Icon name="info" />,
  success: <Icon name="done" />,
  error: <Icon name="alert" />,
}
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
