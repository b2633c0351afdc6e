import { type ErrorCode, toFoyerError } from '@foyer/protocol'

/** Plainer messages than those of the error catalogue. */
const words: Partial<Record<ErrorCode, string>> = {
  'user-rejected': 'You declined it in the wallet. Nothing was signed or sent.',
  'address-invalid': 'This is not an address on this network. Copy the whole address again.',
  'amount-and-receiver-required': 'Enter an amount above zero and a receiver.',
  'request-pending': 'The wallet is still waiting for an earlier answer. Answer it there first.',
  'request-timed-out': 'The wallet did not answer in time. Check the wallet, then try again.',
  'rpc-failed': 'The network does not answer right now. Try again in a moment.',
  'http-failed': 'The network does not answer right now. Try again in a moment.',
}

/** The details of these errors explain in a sentence what is wrong with an amount or a receiver. */
const explained: readonly ErrorCode[] = [
  'address-invalid',
  'params-invalid',
  'transaction-rejected',
]

/** Returns the message of an error for users. */
export function failureMessage(thrown: unknown): string {
  const { code, details, message } = toFoyerError(thrown)
  const sentence = details !== undefined && /\s.*\.$/s.test(details) ? details : undefined
  if (sentence && explained.includes(code)) return sentence
  return words[code] ?? [message, sentence].filter(Boolean).join('. ').replace(/[^.]$/, '$&.')
}
