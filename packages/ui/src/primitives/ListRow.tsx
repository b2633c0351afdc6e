import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import { Icon } from './Icon.tsx'
import css from './ListRow.css?inline'

/** A list of {@link ListRow}s. */
export function List({
  children,
  label,
  ...props
}: { children: ReactNode; label: string } & Omit<ComponentPropsWithoutRef<'ul'>, 'className'>) {
  useStyles(css)
  return (
    // Safari drops the role of a list without bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="list" role="list" aria-label={label} {...props}>
      {children}
    </ul>
  )
}

export type RowProps = {
  title: ReactNode
  /** A quieter second line. */
  subtitle?: ReactNode
  /** At the start: a logo of 36 px. */
  image?: ReactNode
  /** At the end: a badge, an amount, a tick. */
  trailing?: ReactNode
  /** An arrow at the end: the row opens a view. @default false */
  chevron?: boolean | undefined
  /** The selected one of its list. */
  selected?: boolean | undefined
  disabled?: boolean | undefined
  /** Renders a link to a new tab instead of a button. */
  href?: string | undefined
  /** Neither a button nor a link if omitted with `href`. */
  onClick?: (() => void) | undefined
  /** Called on hover or focus, to prefetch. */
  onIntent?: (() => void) | undefined
  /** Replaces its content for screen readers. */
  label?: string | undefined
}

/** A {@link Row} as an item of a {@link List}. */
export function ListRow(props: RowProps) {
  return (
    <li>
      <Row {...props} />
    </li>
  )
}

/** A row of 56 px: a single button without nested controls. */
export function Row({
  chevron = false,
  disabled = false,
  href,
  image,
  label,
  onClick,
  onIntent,
  selected,
  subtitle,
  title,
  trailing,
}: RowProps) {
  useStyles(css)
  const content = (
    <>
      {image}
      <span className="row-text">
        {/* A name has its own text direction, and is truncated at its own end. */}
        <span className="row-title" dir="auto">
          {title}
        </span>
        {subtitle === undefined ? null : (
          <span className="row-subtitle" dir="auto">
            {subtitle}
          </span>
        )}
      </span>
      {trailing === undefined ? null : <span className="row-trailing">{trailing}</span>}
      {chevron ? <Icon name="next" className="row-chevron" /> : null}
    </>
  )
  const props = {
    className: 'row',
    'aria-label': label,
    onPointerEnter: onIntent,
    onFocus: onIntent,
    onClick,
  }
  if (href !== undefined)
    return (
      <a {...props} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  if (!onClick) return <div className="row">{content}</div>
  return (
    <button {...props} type="button" disabled={disabled} aria-current={selected || undefined}>
      {content}
    </button>
  )
}
