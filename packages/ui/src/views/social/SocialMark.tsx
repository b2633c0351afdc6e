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

/** The mark of a provider, or the first letter of the site's own login; hidden from screen readers. */
export function SocialMark({
  name,
  size,
  title = '',
}: {
  name?: Social | undefined
  title?: string | undefined
  size: 24 | 48 | 72
}) {
  useStyles(css)
  return (
    <span
      className="social-mark"
      data-name={name}
      data-size={size}
      data-letters={name ? letters[name] : [...title.trim()][0]}
      aria-hidden="true"
    />
  )
}
