import { type ReactNode, useState } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Avatar.css?inline'
import { avatarGradient } from './avatarGradient.ts'

export type AvatarProps = {
  address: string
  /** The account's own image wins; a broken one falls back. */
  image: string | undefined
  /** px. @default 36 */
  size?: 36 | 56 | undefined
  /** At its lower corner. */
  badge?: ReactNode
}

/** The image of an account, hidden from screen readers. */
export function Avatar({ address, badge, image, size = 36 }: AvatarProps) {
  useStyles(css)
  const [broken, setBroken] = useState<string>()
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      <span className="avatar-picture" style={{ background: avatarGradient(address) }}>
        {image === undefined || image === broken ? null : (
          <img
            src={image}
            alt=""
            draggable={false}
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setBroken(image)}
          />
        )}
      </span>
      {badge === undefined ? null : <span className="avatar-badge">{badge}</span>}
    </span>
  )
}
