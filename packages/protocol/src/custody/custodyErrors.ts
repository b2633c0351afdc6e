import type { ErrorCode } from '../errors.ts'

/**
 * Error codes of A's and B's share endpoints, with their HTTP status and how the worker handles them. Other failures use
 * the codes of the catalogue.
 */
export const custodyErrors = {
  use_dpop_nonce: [401, 'unauthorized'],
  'proof-invalid': [401, 'unauthorized'],
  'token-invalid': [401, 'unauthorized'],
  'change-conflict': [409, 'request-invalid'],
  'change-unknown': [404, 'resource-not-found'],
  'share-unknown': [404, 'resource-not-found'],
  'device-revoked': [403, 'unauthorized'],
  'step-up-required': [403, 'action-not-allowed'],
  'account-frozen': [403, 'account-frozen'],
  'evidence-required': [403, 'recovery-evidence-required'],
  'factor-required': [403, 'recovery-failed'],
  'releases-exceeded': [429, 'limit-exceeded'],
} as const satisfies Record<string, readonly [status: number, code: ErrorCode]>

export type CustodyErrorCode = keyof typeof custodyErrors
