import { useStyles } from '../useStyles.ts'
import css from './Skeleton.css?inline'

/** A placeholder for loading text or images; visible after 150 ms. */
export function Skeleton({
  shape = 'text',
  width = 'm',
}: {
  /** @default 'text' */
  shape?: 'text' | 'title' | 'logo' | 'circle' | undefined
  /** @default 'm' */
  width?: 's' | 'm' | 'l' | undefined
}) {
  useStyles(css)
  return <span className="skeleton" data-shape={shape} data-width={width} aria-hidden="true" />
}

/** A placeholder for a list row. */
export function SkeletonRow() {
  useStyles(css)
  return (
    <div className="skeleton-row" aria-hidden="true">
      <Skeleton shape="logo" />
      <Skeleton />
    </div>
  )
}
