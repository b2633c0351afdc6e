import { useSlice, useUi } from '../context.ts'
import { Icon } from '../primitives/Icon.tsx'
import type { NoticeState } from './notices.ts'

const icons = {
  info: <Icon name="info" />,
  success: <Icon name="done" />,
  error: <Icon name="alert" />,
}
const selectAll = (state: NoticeState | undefined) => state

/** The current notice, above the view. */
export function NoticeBar() {
  const notice = useSlice(useUi().notices.store, selectAll)
  return (
    // Alerts are announced when added; polite messages need an existing live region.
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
