import { Skeleton, useStyles } from '@foyer/ui/primitives'
import { words } from '../words.ts'
import css from './Reading.css?inline'

/** Shows a skeleton while the request is being decoded. */
export function Reading() {
  useStyles(css)
  return (
    <div className="approval-reading" aria-busy="true">
      <h1 className="unseen">{words.reading}</h1>
      <Skeleton shape="title" width="l" />
      <div className="approval-reading-box">
        <Skeleton shape="circle" />
        <Skeleton width="m" />
      </div>
      <Skeleton width="l" />
      <Skeleton width="l" />
      <Skeleton width="m" />
    </div>
  )
}
