import { useStyles } from '../useStyles.ts'
import css from './Monogram.css?inline'

/** The initials of a name on a colour derived from it, instead of an image. Fills its box. */
export function Monogram({ name }: { name: string }) {
  useStyles(css)
  return (
    <svg className="monogram" data-hue={hueOf(name)} viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" />
      <text x="18" y="18" dy="0.36em">
        {lettersOf(name)}
      </text>
    </svg>
  )
}

/** One letter, or two for a name of several words; whole characters, emoji too. */
function lettersOf(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}\s]/gu, '')
    .trim()
    .split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** Picks one of six hues by the name. */
function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997
  return sum % 6
}
