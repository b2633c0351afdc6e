import type { SwapToken } from '@foyer/protocol/api'
import { Logo, type LogoProps } from '../../primitives/Logo.tsx'

/** The logo of a token. */
export function SwapTokenLogo({ size, token }: { size: LogoProps['size']; token: SwapToken }) {
  return <Logo name={token.symbol || token.name} src={token.logoUri} size={size} round />
}
