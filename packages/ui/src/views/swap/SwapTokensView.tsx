import { SwapFrame } from './SwapFrame.tsx'

/** Chooses a token: the suggested ones, what the account holds, the popular ones, all others. @source spec 2.11, 9.28 */
export function SwapTokensView({ data: { side } }: { data: { side: 'from' | 'to' } }) {
  return <SwapFrame load={loadTokens}>{(Tokens) => <Tokens side={side} />}</SwapFrame>
}

async function loadTokens() {
  return (await import('./SwapTokens.tsx')).SwapTokens
}
