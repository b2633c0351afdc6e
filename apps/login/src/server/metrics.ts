import { createRegistry, mailMeters, requestSeconds } from '@foyer/server'
import { Counter } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for the operator. No user, address or device is ever a label. */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}) {
  const registry = createRegistry({ ofProcess })
  const counter = <label extends string>(name: string, help: string, labelNames: label[] = []) =>
    new Counter({ name: `foyer_login_${name}_total`, help, labelNames, registers: [registry] })
  return {
    registry,
    requestSeconds: requestSeconds(registry, 'login'),
    logins: counter('logins', 'Logins begun, by what was answered.', ['action']),
    socials: counter('socials', 'Answers of social providers, by outcome.', [
      'provider',
      'outcome',
    ]),
    mailsAsked: counter('mails_asked', 'Mails that visitors asked for: an alarm when it jumps.'),
    ...mailMeters(registry, 'login'),
    reports: counter('policy_reports', 'Breaches of a page’s policy, by directive.', ['directive']),
    codes: counter('codes', 'Codes refused: an alarm when it jumps.', ['outcome']),
    releases: counter('releases', 'Auth shares released, by purpose.', ['purpose']),
    refusals: counter('releases_refused', 'Auth shares refused by limits: an alarm.', ['purpose']),
    reuses: counter('tokens_reused', 'Refresh tokens that were used twice: an alarm.'),
  }
}
