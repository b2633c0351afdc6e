import { LineIcon } from '../../primitives/Icon.tsx'

/** Icons of the account and its settings, paths of 24 × 24. */
const paths = {
  leave: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15.500 16l4-4-4-4M19 12H9.500',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a6.800 6.800 0 0 0 10.500 10.500z',
  more: 'M6 9.500l6 6 6-6',
  out: 'M7.500 16.500l9-9M9 7.500h7.500V15',
  refresh:
    'M19.500 12a7.500 7.500 0 1 1-7.500-7.500c2.200 0 4.200.9 5.700 2.400l1.800 1.900M19.500 4.300v4.500H15',
  settings:
    'M4 8h9M17 8h3M4 16h3M11 16h9M15 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  sun: 'M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M5.600 18.400l1.100-1.100M17.300 6.700l1.100-1.100',
  system:
    'M5 5h14a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 19 16H5a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 5 5zM9 20h6M12 16v4',
} as const

/** `leave` points out of the card, in either direction of reading. */
export function AccountIcon({ name }: { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} data-icon={name} />
}
