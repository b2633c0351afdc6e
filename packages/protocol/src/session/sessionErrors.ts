/**
 * Errors that session peers send, by number.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export const sessionErrors = {
  invalidMethod: [1001, 'Invalid method.'],
  invalidEvent: [1002, 'Invalid event.'],
  invalidUpdate: [1003, 'Invalid update request.'],
  invalidExtend: [1004, 'Invalid extend request.'],
  invalidSettle: [1005, 'Invalid session settle request.'],
  unauthorizedMethod: [3001, 'Unauthorized method.'],
  unauthorizedEvent: [3002, 'Unauthorized event.'],
  unauthorizedUpdate: [3003, 'Unauthorized update request.'],
  unauthorizedExtend: [3004, 'Unauthorized extend request.'],
  unauthorizedChain: [3005, 'Unauthorized chain.'],
  userRejected: [5000, 'User rejected.'],
  userRejectedChains: [5001, 'User rejected chains.'],
  userRejectedMethods: [5002, 'User rejected methods.'],
  userRejectedEvents: [5003, 'User rejected events.'],
  unsupportedChains: [5100, 'Unsupported chains.'],
  unsupportedMethods: [5101, 'Unsupported methods.'],
  unsupportedEvents: [5102, 'Unsupported events.'],
  unsupportedAccounts: [5103, 'Unsupported accounts.'],
  unsupportedNamespace: [5104, 'Unsupported namespace key.'],
  userDisconnected: [6000, 'User disconnected.'],
  settlementFailed: [7000, 'Session settlement failed.'],
  noSession: [7001, 'No session for topic.'],
  requestExpired: [8000, 'Session request expired.'],
  unsupportedSessionMethod: [10001, 'Unsupported wc_ method.'],
} as const satisfies Record<string, readonly [code: number, message: string]>

export type SessionErrorName = keyof typeof sessionErrors
