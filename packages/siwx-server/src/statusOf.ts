import type { ErrorCode } from '@foyer/protocol'

const statuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  'action-not-allowed': 403,
  'params-invalid': 400,
  'request-invalid': 400,
  'resource-not-found': 404,
  'rpc-failed': 502,
  'smart-accounts-unsupported': 422,
  unauthorized: 401,
}

/** The HTTP status of an error. */
export const statusOf = (code: ErrorCode): number => statuses[code] ?? 500
