import type { Social } from '@foyer/core'
import { useStyles } from '../../useStyles.ts'
import css from './SocialMark.css?inline'

/** Our own letters instead of the providers' logos, which are theirs. */
const letters: Readonly<Record<Social, string>> = {
  google: 'G',
  x: 'X',
  discord: 'D',
  farcaster: 'F',
  github: 'gh',
  apple: 'A',
  facebook: 'f',
  telegram: 'T',
}

/** The mark of a provider; hidden from screen readers. */
export function SocialMark({ name, size }: { name: Social; size: 24 | 72 }) {
  useStyles(css)
  return (
    <span
      className="social-mark"
      data-name={name}
      data-size={size}
      data-letters={letters[name]}
      aria-hidden="true"
    />
  )
}
