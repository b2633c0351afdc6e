import type { ComponentPropsWithoutRef } from 'react'

/**
 * Icons of the first view and the primitives, as stroked paths of 24 × 24. Our own, since icon libraries bring
 * additional code.
 */
const paths = {
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4.5M12 16h.01',
  back: 'M14.5 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.3 12.3l2.6 2.6 4.8-5.2',
  grid: 'M5 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zm10 0h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zm0 10h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zm-10 0h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11.5V16M12 8h.01',
  next: 'M9.5 6l6 6-6 6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L20 20',
  wallet:
    'M17 8V5H6.5a2.5 2.5 0 0 0 0 5M4 7.5V17a3 3 0 0 0 3 3h11a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2H6.5M16 15h.01',
  warning: 'M12 4.5L21 20H3zM12 10.5v4M12 17.2h.01',
} as const
export type IconName = keyof typeof paths

/** An icon of 20 px in the text colour, hidden from screen readers. */
export function Icon({ name, ...props }: { name: IconName } & ComponentPropsWithoutRef<'svg'>) {
  return <LineIcon {...props} path={paths[name]} />
}

/** The same for another path: an icon of a single view loads with that view. */
export function LineIcon({
  className = '',
  path,
  ...props
}: { path: string } & ComponentPropsWithoutRef<'svg'>) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true" {...props}>
      <path d={path} />
    </svg>
  )
}
