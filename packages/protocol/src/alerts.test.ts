import { expect, test } from 'vitest'
import { alertOfMessage, alerts } from './alerts.ts'

test('[8.20] every alert has the title and the meaning of the specification', () => {
  expect(Object.entries(alerts).map(([code, [title]]) => `${code}: ${title}`)).toEqual([
    'network-not-found: Network Not Found',
    'origin-not-allowed: Invalid App Configuration',
    'domain-not-allowed: Invalid App Configuration',
    'project-id-invalid: Invalid App Configuration',
    'analytics-forbidden: Invalid App Configuration',
    'frame-load-failed: Network Error',
    'frame-request-timed-out: Embedded Wallet Request Timed Out',
    'session-expired: Session Expired',
    'project-id-missing: Project ID Not Configured',
  ])
  const meaning = (code: keyof typeof alerts) => alerts[code][1]
  expect(meaning('network-not-found')).toContain('must be in the networks array')
  expect(meaning('origin-not-allowed')).toContain('origin is not on the allowlist')
  expect(meaning('domain-not-allowed')).toContain('domain is not allowed')
  expect(meaning('project-id-invalid')).toContain('Project ID is not valid')
  expect(meaning('frame-load-failed')).toContain('embedded wallet could not be loaded')
  expect(meaning('session-expired')).toMatch(/not valid.*time settings.*connect again/)
})

test('[8.21] maps a server’s message to its alert', () => {
  expect(alertOfMessage).toEqual({
    'Unauthorized: origin not allowed': 'origin-not-allowed',
    'JWT validation error: JWT Token is not yet valid': 'session-expired',
    'Unauthorized: invalid key': 'project-id-invalid',
  })
})
