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
  'permit-invalid': 'swap.permitInvalid',
  'receiver-absent': 'swap.receiverAbsent',
}

/** Returns the text for a failure. */
export function swapErrorKey({ error, isSent, stage }: Failed): keyof typeof enSwap {
  if (isSent && error.code === 'request-timed-out') return 'swap.unconfirmed'
  if (!isSent && error.code === 'transaction-rejected') return 'swap.unsafe'
  const reason = readOwn(reasons, readSwapErrorCode(error))
  if (reason) return reason
  if (stage === 'quote') return 'swap.noQuotes'
  if (stage === 'approve') return 'swap.failedApprove'
  return isSent ? 'swap.failedSwap' : 'swap.notSent'
}
