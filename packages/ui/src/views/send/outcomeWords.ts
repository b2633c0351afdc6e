import type { SendOutcome } from '@foyer/core'
import { isUnclear } from '@foyer/core/internal'
import type { enSend } from '../../i18n/enSend.ts'

type Words = {
  readonly title: keyof typeof enSend
  readonly text: keyof typeof enSend
  /** Of the ring around the wallet's logo. */
  readonly state: 'waiting' | 'done' | 'failed'
}

const words: Record<SendOutcome['status'], Words> = {
  asking: { title: 'send.askTitle', text: 'send.ask', state: 'waiting' },
  pending: { title: 'send.pendingTitle', text: 'send.pending', state: 'waiting' },
  success: { title: 'send.successTitle', text: 'send.success', state: 'done' },
  failed: { title: 'send.failedTitle', text: 'send.failed', state: 'failed' },
  replaced: { title: 'send.replacedTitle', text: 'send.replaced', state: 'failed' },
  cancelled: { title: 'send.cancelledTitle', text: 'send.cancelled', state: 'done' },
  unknown: { title: 'send.unknownTitle', text: 'send.unknown', state: 'failed' },
  rejected: { title: 'send.rejectedTitle', text: 'send.rejected', state: 'failed' },
  error: { title: 'send.errorTitle', text: 'send.error', state: 'failed' },
}

/** Texts of an outcome. */
export function outcomeWords(outcome: SendOutcome): Words {
  if (outcome.status === 'error' && isUnclear(outcome.error))
    return { ...words.unknown, text: 'send.unclear' }
  return words[outcome.status]
}
