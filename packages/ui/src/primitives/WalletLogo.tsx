import { useStyles } from '../useStyles.ts'
import { Icon } from './Icon.tsx'
import { Logo, type LogoProps } from './Logo.tsx'
import css from './WalletLogo.css?inline'

export type WalletLogoProps = LogoProps & {
  /** A ring around it: turning while waiting for the wallet, then its outcome. @default 'idle' */
  state?: 'idle' | 'waiting' | 'failed' | 'done' | undefined
}

/** A wallet's logo with a ring around it. */
export function WalletLogo({ state = 'idle', ...props }: WalletLogoProps) {
  useStyles(css)
  return (
    <span className="wallet-logo" data-state={state}>
      <Logo {...props} />
      <svg className="wallet-ring" viewBox="0 0 100 100" aria-hidden="true">
        <rect
          className="wallet-track"
          x="2"
          y="2"
          width="96"
          height="96"
          rx="29"
          pathLength="100"
        />
        <rect className="wallet-arc" x="2" y="2" width="96" height="96" rx="29" pathLength="100" />
      </svg>
      {state === 'done' || state === 'failed' ? (
        <span className="wallet-mark" aria-hidden="true">
          {state === 'done' ? <Icon name="check" /> : <Icon name="close" />}
        </span>
      ) : null}
    </span>
  )
}
