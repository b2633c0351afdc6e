/**
 * Alerts about the configuration, for the developer, in the spec's words. Each is shown once.
 *
 * @source spec section 8, spec 8.20
 */
export const alerts = {
  'network-not-found': [
    'Network Not Found',
    'The network must be in the networks array of the options.',
  ],
  'origin-not-allowed': [
    'Invalid App Configuration',
    'This origin is not on the allowlist of the project. Add it in the project settings.',
  ],
  'domain-not-allowed': [
    'Invalid App Configuration',
    'This domain is not allowed to embed the login of the project. Add it in the project settings.',
  ],
  'project-id-invalid': [
    'Invalid App Configuration',
    'The Project ID is not valid. Check projectId in the options.',
  ],
  'analytics-forbidden': [
    'Invalid App Configuration',
    'The server refused the analytics configuration of this project. Check projectId and its allowed origins.',
  ],
  'frame-load-failed': ['Network Error', 'The embedded wallet could not be loaded.'],
  'frame-request-timed-out': [
    'Embedded Wallet Request Timed Out',
    'The embedded wallet did not answer in time.',
  ],
  'session-expired': [
    'Session Expired',
    'The session is not valid. Check the time settings of this device, then connect again.',
  ],
  'project-id-missing': ['Project ID Not Configured', 'Set projectId in the options.'],
} as const satisfies Record<string, readonly [title: string, meaning: string]>

export type AlertCode = keyof typeof alerts

/** Messages of servers that mean an alert. @source spec 8.21 */
export const alertOfMessage: Readonly<Record<string, AlertCode>> = {
  'Unauthorized: origin not allowed': 'origin-not-allowed',
  'JWT validation error: JWT Token is not yet valid': 'session-expired',
  'Unauthorized: invalid key': 'project-id-invalid',
}
