import { readSwapErrorCode, type SwapState } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import type { enSwap } from '../../i18n/enSwap.ts'

type Key = keyof typeof enSwap
type Failed = Extract<SwapState, { status: 'failed' }>
type Words = { readonly title: Key; readonly text: Key }

/** Errors of the api before anything is sent. */
const reasons: { readonly [code in string]?: Key } = {
  'insufficient-liquidity': 'swap.noLiquidity',
  'resource-not-found': 'swap.noLiquidity',
  'swap-reverts': 'swap.reverts',
  'simulation-unavailable': 'swap.uncheckable',
  'swap-refused': 'swap.unsafe',
  'permit-invalid': 'swap.permitInvalid',
  'receiver-absent': 'swap.receiverAbsent',
}

/** Returns the texts of a swap that ended without success, or whose outcome is not known. */
export function stoppedWords(state: Failed | Extract<SwapState, { status: 'rejected' }>): Words {
  if (state.status === 'rejected')
    return {
      title: 'swap.rejectedTitle',
      text: state.stage === 'approve' ? 'swap.rejectedApprove' : 'swap.rejectedSwap',
    }
  if (state.isSent && state.error.code !== 'transaction-rejected')
    return {
      title: 'swap.openTitle',
      text: state.hash === undefined ? 'swap.unclear' : 'swap.unconfirmed',
    }
  return { title: 'swap.failedTitle', text: failedText(state) }
}

function failedText({ error, isSent, stage }: Failed): Key {
  if (!isSent && error.code === 'transaction-rejected') return 'swap.unsafe'
  const reason = readOwn(reasons, readSwapErrorCode(error))
  if (reason) return reason
  if (stage === 'quote') return 'swap.noQuotes'
  if (stage === 'approve') return 'swap.failedApprove'
  return isSent ? 'swap.failedSwap' : 'swap.notSent'
}
