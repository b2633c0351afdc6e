import { LineIcon } from '../../primitives/Icon.tsx'
import { disconnectPath } from './disconnectPath.ts'

/** Icons of the account, paths of 24 × 24. */
const paths = {
  leave: disconnectPath,
  more: 'M6 9.500l6 6 6-6',
  name: 'M4 12.500V4h8.500L21 12.500 12.500 21zM8.500 8.500h.01',
  out: 'M7.500 16.500l9-9M9 7.500h7.500V15',
  refresh:
    'M19.500 12a7.500 7.500 0 1 1-7.500-7.500c2.200 0 4.200.9 5.700 2.400l1.800 1.900M19.500 4.300v4.500H15',
  settings:
    'M4 8h9M17 8h3M4 16h3M11 16h9M15 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
} as const

/** `leave` points out of the card, mirrored in right-to-left text. */
export function AccountIcon({ name }: { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} data-icon={name} />
}
