import { readSwapErrorCode, type SwapState } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import type { enSwap } from '../../i18n/enSwap.ts'

type Failed = Extract<SwapState, { status: 'failed' }>

/** Errors of the api before anything is sent. */
const reasons: { readonly [code in string]?: keyof typeof enSwap } = {
  'insufficient-liquidity': 'swap.noLiquidity',
  'resource-not-found': 'swap.noLiquidity',
  'swap-reverts': 'swap.reverts',
  'simulation-unavailable': 'swap.uncheckable',
  'swap-refused': 'swap.unsafe',
}

/** Returns the text for a failure. */
export function swapErrorKey({ error, hash, stage }: Failed): keyof typeof enSwap {
  if (hash !== undefined && error.code === 'request-timed-out') return 'swap.unconfirmed'
  if (hash === undefined && error.code === 'transaction-rejected') return 'swap.unsafe'
  const reason = readOwn(reasons, readSwapErrorCode(error))
  if (reason) return reason
  if (stage === 'quote') return 'swap.noQuotes'
  if (stage === 'approve') return 'swap.failedApprove'
  return hash === undefined ? 'swap.notSent' : 'swap.failedSwap'
}
