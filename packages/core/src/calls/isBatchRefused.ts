import type { ErrorCode, FoyerError } from '@foyer/protocol'

/** Answers of a wallet that can not send a batch: nothing was sent. @source EIP-5792 */
const refusals: readonly ErrorCode[] = [
  ...(['atomicity-unsupported', 'bundle-too-large', 'capability-chain-unsupported'] as const),
  ...(['capability-unsupported', 'method-not-found', 'method-not-implemented'] as const),
  ...(['method-not-supported', 'unsupported-method', 'upgrade-rejected'] as const),
]

/** Returns whether a wallet refused a batch as such: the calls can still be sent one by one. */
export const isBatchRefused = ({ code }: FoyerError): boolean => refusals.includes(code)
