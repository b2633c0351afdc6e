import type { Namespace } from '@foyer/protocol'
import type { SwapKind } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'

/** Returns the kinds of swaps that a namespace's wallets can sign; none without swaps. */
export function readSwapKinds(foyer: Foyer, namespace: Namespace): readonly SwapKind[] {
  const { readSwapCall, readSwapTransaction } = foyer.adapters[namespace] ?? {}
  return [
    ...(readSwapCall ? ['call' as const] : []),
    ...(readSwapTransaction ? ['serialized' as const] : []),
  ]
}
