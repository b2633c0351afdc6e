import { LineIcon } from '@foyer/ui/primitives'

/** Icons that only these cards need, paths of 24 × 24. */
const paths = {
  down: 'M6.500 10l5.500 5.500L17.500 10',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.500 12h17M12 3c2.500 2.400 3.700 5.600 3.700 9s-1.200 6.600-3.700 9c-2.500-2.400-3.700-5.600-3.700-9S9.500 5.400 12 3z',
  person:
    'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20c.600-3.800 3.600-6 7.500-6s6.900 2.200 7.500 6',
  key: 'M15.500 4a4.500 4.500 0 1 0-4.200 6.200L4 17.500V20h3v-2h2v-2h2l2.700-2.700A4.500 4.500 0 0 0 15.500 4zM16 8.500h.01',
} as const

/** An icon of an approval card, hidden from screen readers. */
export function CardIcon({ name }: { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} />
}
