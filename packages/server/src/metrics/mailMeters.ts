import { Counter, type Registry } from 'prom-client'

/** Makes the counters of mails and of their alarms: `foyer_<app>_mails_total`, `foyer_<app>_mail_alarms_total`. */
export function mailMeters(registry: Registry, app: string) {
  const counter = (name: string, help: string) =>
    new Counter({
      name: `foyer_${app}_${name}_total`,
      help,
      labelNames: ['outcome'] as const,
      registers: [registry],
    })
  return {
    mails: counter('mails', 'Mails, by outcome.'),
    mailAlarms: counter(
      'mail_alarms',
      'Hours with more than three times the usual number of mails, by outcome: an alarm.',
    ),
  }
}
export type MailMeters = ReturnType<typeof mailMeters>
