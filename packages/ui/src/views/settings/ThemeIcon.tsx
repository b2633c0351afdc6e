import { LineIcon } from '../../primitives/Icon.tsx'

/** Icons of the light, dark and system themes, paths of 24 × 24. */
const paths = {
  dark: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a6.800 6.800 0 0 0 10.500 10.500z',
  light:
    'M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M5.600 18.400l1.100-1.100M17.300 6.700l1.100-1.100',
  system:
    'M5 5h14a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 19 16H5a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 5 5zM9 20h6M12 16v4',
} as const

/** The icon of a theme. */
export function ThemeIcon({ name }: { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} />
}
