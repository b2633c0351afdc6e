import { LineIcon } from '@foyer/ui/primitives'

/** Icons that only these pages need, paths of 24 × 24. */
const paths = {
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4.500M12 16h.01',
  code: 'M7 4h10a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM9 9h6M9 12.500h6M9 16h3',
  device: 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM2.500 19.500h19',
  download: 'M12 4v11M7.500 10.500L12 15l4.500-4.500M5 19.500h14',
  export:
    'M12 15V4M7.500 8.500L12 4l4.500 4.500M5 14v4.500a1.500 1.500 0 0 0 1.500 1.500h11a1.500 1.500 0 0 0 1.500-1.500V14',
  freeze:
    'M12 3v18M4.200 7.500l15.600 9M19.800 7.500l-15.600 9M9.500 4.500L12 7l2.500-2.500M9.500 19.500L12 17l2.500 2.500',
  key: 'M15 4.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM11.700 12.300L4 20M6.500 17.500l2 2M16 8.500h.01',
  mail: 'M5.500 5.500h13a1.500 1.500 0 0 1 1.500 1.500v10a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 17V7a1.500 1.500 0 0 1 1.500-1.500zM4.500 7.500L12 13l7.500-5.500',
  recovery: 'M4 12a8 8 0 1 0 2.600-5.900M4.500 3.500v4h4',
  shield: 'M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6z',
  smart: 'M5 4.500h14v6H5zM5 13.500h14v6H5zM8 7.500h.01M8 16.500h.01',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20c.800-3.600 3.800-5.500 7.500-5.500s6.700 1.900 7.500 5.500',
} as const
export type PageIconName = keyof typeof paths

/** An icon of an account page, hidden from screen readers. */
export function PageIcon({ name }: { name: PageIconName }) {
  return <LineIcon path={paths[name]} />
}
