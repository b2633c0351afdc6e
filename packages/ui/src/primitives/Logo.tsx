import { type ReactNode, useState } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Logo.css?inline'
import { Monogram } from './Monogram.tsx'

export type LogoProps = {
  /** For the monogram without an image. */
  name: string
  /** An untrusted address: used only as the source of an image. */
  src: string | undefined
  /** px. @default 36 */
  size?: 14 | 16 | 20 | 24 | 28 | 36 | 40 | 48 | 64 | 72 | undefined
  /** Loads it eagerly, not when it becomes visible. @default false */
  eager?: boolean | undefined
  /** Round instead of a rounded square. @default false */
  round?: boolean | undefined
  /** At its lower corner: a {@link NetworkBadge}. */
  badge?: ReactNode
}

/** The image of a wallet, token or network, with a monogram as the fallback. Hidden from screen readers. */
export function Logo({ badge, eager = false, name, round = false, size = 36, src }: LogoProps) {
  useStyles(css)
  const [broken, setBroken] = useState<string>()
  return (
    <span className="logo" data-size={size} data-round={round} aria-hidden="true">
      {src === undefined || src === '' || src === broken ? (
        <Monogram name={name} />
      ) : (
        <img
          key={src}
          src={src}
          alt=""
          draggable={false}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
        />
      )}
      {badge === undefined ? null : <span className="logo-badge">{badge}</span>}
    </span>
  )
}
