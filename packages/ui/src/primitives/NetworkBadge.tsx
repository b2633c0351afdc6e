import { Logo } from './Logo.tsx'

/** The round logo of a network, for the corner of another logo. */
export function NetworkBadge({
  name,
  size = 16,
  src,
}: {
  name: string
  src: string | undefined
  /** px. @default 16 */
  size?: 16 | 20 | 24 | undefined
}) {
  return <Logo name={name} src={src} size={size} round eager />
}
