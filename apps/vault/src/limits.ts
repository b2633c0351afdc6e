import { dayMs, defineLimits, hourMs, type LimitsOf, minuteMs, sharedLimits } from '@foyer/server'

/** Every limit of the vault. @source security 2.9, 4.6, 5.7 */
export const limits = defineLimits({
  ...sharedLimits,
  bodyBytes: {
    ...{ variable: 'BODY_KB', default: 64, unit: 'KiB' },
    counts: 'the body of a call',
  },
  callsOfAddressPerMinute: {
    ...{ variable: 'CALLS_PER_ADDRESS_PER_MINUTE', default: 1200, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of one address to each route',
  },
  answerMs: {
    ...{ variable: 'ANSWER_SECONDS', default: 15, unit: 'seconds' },
    counts: 'time for an answer',
  },
  callsAtOnce: {
    ...{ variable: 'CALLS_AT_ONCE', default: 200, unit: 'calls' },
    counts: 'calls under way of one route',
  },
  callsAtOnceOfAddress: {
    ...{ variable: 'CALLS_AT_ONCE_PER_ADDRESS', default: 50, unit: 'calls' },
    counts: 'the same of one address',
  },
  serviceCallsPerMinute: {
    ...{ variable: 'SERVICE_CALLS_PER_MINUTE', default: 60_000, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of the login server to each route for it',
  },
  pageCallsPerMinute: {
    ...{ variable: 'PAGE_CALLS_PER_MINUTE', default: 60, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one network (/24, /48 of IPv6) by the page `/device`',
  },
  shareCallsPerMinute: {
    ...{ variable: 'SHARE_CALLS_PER_MINUTE', default: 60, unit: 'calls', windowMs: minuteMs },
    counts: 'calls for shares of one device, and for passkeys of one address',
  },
  releasesPerUserPerDay: {
    ...{ variable: 'RELEASES_PER_USER_PER_DAY', default: 3, unit: 'recoveries' },
    ...{ windowMs: dayMs, max: 100 },
    counts: 'recoveries of one user; half of it on the word of the login server alone',
  },
  releasesPerMinute: {
    ...{ variable: 'RELEASES_PER_MINUTE', default: 30, unit: 'recoveries' },
    ...{ windowMs: minuteMs, max: 10_000 },
    counts: 'recoveries of the whole deployment; one more opens the breaker',
  },
  breakerMs: {
    ...{ variable: 'BREAKER_MINUTES', default: 10, unit: 'minutes' },
    counts: 'time for which the breaker refuses all recoveries',
  },
  mailsOfEmailPer30s: {
    ...{ variable: 'MAILS_PER_EMAIL_PER_30S', default: 1, unit: 'mails', windowMs: 30_000 },
    counts: 'links mailed to one e-mail address',
  },
  mailsOfEmailPerHour: {
    ...{ variable: 'MAILS_PER_EMAIL_PER_HOUR', default: 5, unit: 'mails', windowMs: hourMs },
    counts: 'the same',
  },
  mailsOfEmailPerDay: {
    ...{ variable: 'MAILS_PER_EMAIL_PER_DAY', default: 15, unit: 'mails', windowMs: dayMs },
    counts: 'the same',
  },
  mailsBeforeWorkOfAddress: {
    ...{
      variable: 'MAILS_BEFORE_WORK_PER_ADDRESS',
      default: 5,
      unit: 'mails',
      windowMs: 10 * minuteMs,
    },
    counts: 'mails that one network address asks for until its browsers must work for each',
  },
  mailsBeforeWorkOfNetwork: {
    ...{
      variable: 'MAILS_BEFORE_WORK_PER_NETWORK',
      default: 20,
      unit: 'mails',
      windowMs: 10 * minuteMs,
    },
    counts: 'the same of a network (/24, /48 of IPv6)',
  },
  mailsBeforeWorkOfAll: {
    ...{ variable: 'MAILS_BEFORE_WORK', default: 500, unit: 'mails', windowMs: hourMs },
    ...{ max: 1_000_000 },
    counts: 'the same of all together',
  },
  // The next two limit guessing of a factor: an operator can lower them, not raise them.
  factorTriesPerHour: {
    ...{ variable: 'FACTOR_TRIES_PER_HOUR', default: 5, unit: 'tries', windowMs: hourMs, max: 5 },
    counts: 'tries of a user’s passkey or recovery code without a right answer',
  },
  digitTries: {
    ...{ variable: 'DIGIT_TRIES', default: 3, unit: 'tries', max: 3 },
    counts: 'wrong digits until a link is over',
  },
  contactsOfUser: {
    ...{ variable: 'CONTACTS_PER_USER', default: 10, unit: 'contacts' },
    counts: 'contacts that approve recoveries of one user',
  },
  passkeysOfUser: {
    ...{ variable: 'PASSKEYS_PER_USER', default: 10, unit: 'passkeys' },
    counts: 'passkeys of one user',
  },
  setsOfUser: {
    ...{ variable: 'SHARE_SETS_PER_USER', default: 500, unit: 'share sets' },
    counts: 'share sets of one user: more than a person has browsers',
  },
})

export type Limits = LimitsOf<typeof limits>
