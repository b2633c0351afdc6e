import { type ErrorCode, toFoyerError } from '@foyer/protocol'

/** What there is to say in plainer words than those of the catalogue. */
const words: Partial<Record<ErrorCode, string>> = {
  'user-rejected': 'You declined it in the wallet. Nothing was signed or sent.',
  'address-invalid': 'There is no such address on this network. Copy it again, the whole of it.',
  'amount-and-receiver-required': 'Say how much, above zero, and to whom.',
  'request-pending': 'The wallet is still asking something. Answer it there first.',
  'request-timed-out': 'No answer came in time. Look into the wallet, then try again.',
  'rpc-failed': 'The network does not answer right now. Try again in a moment.',
  'http-failed': 'The network does not answer right now. Try again in a moment.',
}

/** The details of these say in a sentence what is wrong with an amount or a receiver. */
const explained: readonly ErrorCode[] = [
  'address-invalid',
  'params-invalid',
  'transaction-rejected',
]

/** A failure as a visitor reads it. */
export function failureWords(thrown: unknown): string {
  const { code, details, message } = toFoyerError(thrown)
  const sentence = details !== undefined && /\s.*\.$/s.test(details) ? details : undefined
  if (sentence && explained.includes(code)) return sentence
  return words[code] ?? [message, sentence].filter(Boolean).join('. ').replace(/[^.]$/, '$&.')
}
