import { useStyles } from '../useStyles.ts'
import css from './Skeleton.css?inline'

/** Holds a place for text or a picture that is on its way; seen only after 150 ms. */
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

/** Holds the place of a list row. */
export function SkeletonRow() {
  useStyles(css)
  return (
    <div className="skeleton-row" aria-hidden="true">
      <Skeleton shape="logo" />
      <Skeleton />
    </div>
  )
}
