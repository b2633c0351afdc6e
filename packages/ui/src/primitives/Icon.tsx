import type { ComponentPropsWithoutRef } from 'react'

/**
 * Icons of the first view and the primitives, as stroked paths of 24 × 24. Our own, since icon libraries bring
 * additional code.
 */
const paths = {
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4.500M12 16h.01',
  back: 'M14.500 6l-6 6 6 6',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  close: 'M6.500 6.500l11 11M17.500 6.500l-11 11',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.300 12.300l2.600 2.600 4.800-5.200',
  grid: 'M5 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM15 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM5 14h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zM15 14h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11.500V16M12 8h.01',
  next: 'M9.500 6l6 6-6 6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.200 16.200L20 20',
  wallet:
    'M17 8V5H6.500a2.500 2.500 0 0 0 0 5M4 7.500V17a3 3 0 0 0 3 3h11a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2H6.500M16 15h.01',
  warning: 'M12 4.500L21 20H3zM12 10.500v4M12 17.200h.01',
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
