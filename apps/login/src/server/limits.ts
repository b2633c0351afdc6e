import {
  dayMs,
  defineLimits,
  hourMs,
  type LimitsOf,
  minuteMs,
  secondMs,
  sharedLimits,
} from '@foyer/server'

const tenMinutesMs = 10 * minuteMs

/** Every limit of the login server. @source security 2.9, 4.6 */
export const limits = defineLimits({
  ...sharedLimits,
  bodyBytes: {
    ...{ variable: 'BODY_KB', default: 256, unit: 'KiB' },
    counts: 'the body of a call',
  },
  callsOfClientPerMinute: {
    ...{ variable: 'CALLS_PER_ADDRESS_PER_MINUTE', default: 6000, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of one address over all routes, and to each: a whole office may share it',
  },
  callsOfDevicePerMinute: {
    ...{ variable: 'CALLS_PER_DEVICE_PER_MINUTE', default: 1200, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of one device, JSON-RPC among them',
  },
  answerMs: {
    ...{ variable: 'ANSWER_SECONDS', default: 30, unit: 'seconds' },
    counts: 'time for an answer',
  },
  callsAtOnce: {
    ...{ variable: 'CALLS_AT_ONCE', default: 1000, unit: 'calls' },
    counts: 'calls under way of one route',
  },
  callsAtOnceOfAddress: {
    ...{ variable: 'CALLS_AT_ONCE_PER_ADDRESS', default: 200, unit: 'calls' },
    counts: 'the same of one address',
  },
  serviceCallsPerMinute: {
    ...{ variable: 'SERVICE_CALLS_PER_MINUTE', default: 60_000, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of the vault to each route for it',
  },
  addressesOfNetwork: {
    ...{ variable: 'ADDRESSES_PER_NETWORK', default: 5, unit: 'addresses' },
    counts:
      'mails, codes, and logins, channels and waits of Farcaster of a network (/24, /48 of IPv6), in times of what one address may',
  },
  mailsOfEmailPer30s: {
    ...{ variable: 'MAILS_PER_EMAIL_PER_30S', default: 1, unit: 'mails', windowMs: 30_000 },
    counts: 'mails to one e-mail address; over this one its user is told the seconds',
  },
  mailsOfEmailPerHour: {
    ...{ variable: 'MAILS_PER_EMAIL_PER_HOUR', default: 5, unit: 'mails', windowMs: hourMs },
    counts: 'the same',
  },
  mailsOfEmailPerDay: {
    ...{ variable: 'MAILS_PER_EMAIL_PER_DAY', default: 15, unit: 'mails', windowMs: dayMs },
    counts: 'the same',
  },
  mailsOfClientPer10Min: {
    ...{ variable: 'MAILS_PER_CLIENT_PER_10MIN', default: 10, unit: 'mails' },
    windowMs: tenMinutesMs,
    counts: 'mails that one network address asks for',
  },
  mailsOfClientPerDay: {
    ...{ variable: 'MAILS_PER_CLIENT_PER_DAY', default: 50, unit: 'mails', windowMs: dayMs },
    counts: 'the same',
  },
  mailsOfProjectPerHour: {
    ...{ variable: 'MAILS_PER_PROJECT_PER_HOUR', default: 1000, unit: 'mails', windowMs: hourMs },
    ...{ max: 1_000_000 },
    counts: 'mails that the visitors of one project ask for',
  },
  mailsBeforeWorkOfAddress: {
    ...{
      variable: 'MAILS_BEFORE_WORK_PER_ADDRESS',
      default: 5,
      unit: 'mails',
      windowMs: tenMinutesMs,
    },
    counts: 'mails that one network address asks for until its browsers must work for each',
  },
  mailsBeforeWorkOfNetwork: {
    ...{
      variable: 'MAILS_BEFORE_WORK_PER_NETWORK',
      default: 20,
      unit: 'mails',
      windowMs: tenMinutesMs,
    },
    counts: 'the same of a network (/24, /48 of IPv6)',
  },
  mailsBeforeWorkOfAll: {
    ...{ variable: 'MAILS_BEFORE_WORK', default: 500, unit: 'mails', windowMs: hourMs },
    ...{ max: 1_000_000 },
    counts: 'the same of all together',
  },
  passkeyAccountsOfClient: {
    ...{ variable: 'PASSKEY_ACCOUNTS_PER_CLIENT_PER_DAY', default: 50, unit: 'accounts' },
    windowMs: dayMs,
    counts: 'new accounts of one address whose wallet is held by passkeys alone',
  },
  passkeysOfUser: {
    ...{ variable: 'PASSKEYS_PER_USER', default: 10, unit: 'passkeys' },
    counts: 'passkeys of one such account',
  },
  loginsOfUser: {
    ...{ variable: 'LOGINS_PER_USER', default: 10, unit: 'logins' },
    counts: 'ways to log in to one account',
  },
  codesOfClient: {
    ...{ variable: 'CODES_PER_CLIENT_PER_10MIN', default: 30, unit: 'codes' },
    windowMs: tenMinutesMs,
    counts: 'codes that one network address tries',
  },
  // Bounds the value of a guess: it can be made smaller, not larger.
  codeTries: {
    ...{ variable: 'CODE_TRIES', default: 5, unit: 'tries', max: 5 },
    counts: 'tries of one code',
  },
  wrongCodesOfAddress: {
    ...{ variable: 'WRONG_CODES_PER_EMAIL_PER_DAY', default: 20, unit: 'codes', windowMs: dayMs },
    counts: 'wrong codes for one e-mail address until its devices are asked for the link again',
  },
  socialsOfClientPerMinute: {
    ...{ variable: 'SOCIAL_LOGINS_PER_ADDRESS_PER_MINUTE', default: 120, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'answers of providers that browsers of one address bring, each of which is exchanged',
  },
  farcasterOfClientPerMinute: {
    ...{ variable: 'FARCASTER_LOGINS_PER_ADDRESS_PER_MINUTE', default: 60, unit: 'logins' },
    windowMs: minuteMs,
    counts: 'Farcaster logins that one address begins, each of which opens a channel',
  },
  farcasterWaits: {
    ...{ variable: 'FARCASTER_WAITS', default: 500, unit: 'calls' },
    counts: 'calls that wait for a Farcaster app at a time: each asks the relay every 1.5 s',
  },
  channelsOfClientPerMinute: {
    ...{ variable: 'CHANNELS_PER_ADDRESS_PER_MINUTE', default: 60, unit: 'channels' },
    windowMs: minuteMs,
    counts: 'channels that one address opens at this server’s own Farcaster relay',
  },
  channelsOpen: {
    ...{ variable: 'CHANNELS_OPEN', default: 20_000, unit: 'channels' },
    counts: 'channels of this relay that are open at a time',
  },
  channelCallsPerMinute: {
    ...{ variable: 'CHANNEL_CALLS_PER_ADDRESS_PER_MINUTE', default: 600, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of one address to each route of this relay',
  },
  channelBytes: {
    ...{ variable: 'CHANNEL_KB', default: 16, unit: 'KiB' },
    counts: 'the body of a call to this relay',
  },
  formBytes: {
    ...{ variable: 'FORM_KB', default: 16, unit: 'KiB' },
    counts: 'the body of a provider’s answer that comes as a form',
  },
  signsPerMinute: {
    ...{ variable: 'SIGNS_PER_DEVICE_PER_MINUTE', default: 60, unit: 'shares' },
    windowMs: minuteMs,
    counts: 'auth shares released to one device for signing',
  },
  recoveriesPerDay: {
    ...{ variable: 'RECOVERIES_PER_USER_PER_DAY', default: 6, unit: 'shares', windowMs: dayMs },
    counts: 'auth shares released to one user for recovery',
  },
  recoveriesPerMinute: {
    ...{ variable: 'RECOVERIES_PER_MINUTE', default: 30, unit: 'shares', windowMs: minuteMs },
    counts: 'the same for the whole deployment; one more raises the alarm',
  },
  setsOfUser: {
    ...{ variable: 'SHARE_SETS_PER_USER', default: 500, unit: 'share sets' },
    counts: 'share sets of one user: more than a person has browsers',
  },
  waitsOfAddress: {
    ...{ variable: 'WAITS_PER_ADDRESS', default: 50, unit: 'calls' },
    counts: 'calls of one address that wait for a link at a time',
  },
  waitsOfTxn: {
    ...{ variable: 'WAITS_PER_LOGIN', default: 3, unit: 'calls' },
    counts: 'the same of one login',
  },
  waitsOfDevice: {
    ...{ variable: 'WAITS_PER_DEVICE', default: 6, unit: 'calls' },
    counts: 'the same of one device',
  },
  rpcPerSecond: {
    ...{ variable: 'RPC_CALLS_PER_SECOND', default: 50, unit: 'calls', windowMs: secondMs },
    counts: 'JSON-RPC calls of one device, each of a batch counted',
  },
  rpcPerMinute: {
    ...{ variable: 'RPC_CALLS_PER_MINUTE', default: 600, unit: 'calls', windowMs: minuteMs },
    counts: 'the same',
  },
  rpcAtOnce: {
    ...{ variable: 'RPC_CALLS_AT_ONCE', default: 50, unit: 'calls' },
    counts: 'JSON-RPC calls of one device at a time, in one process',
  },
  permissionsOfUser: {
    ...{ variable: 'PERMISSIONS_PER_USER', default: 200, unit: 'permissions' },
    counts: 'permissions of one user that have not ended',
  },
  sponsorPerMinute: {
    ...{ variable: 'SPONSOR_CALLS_PER_MINUTE', default: 30, unit: 'calls', windowMs: minuteMs },
    counts: 'questions and batches of one user for the sponsor',
  },
  sponsorStatesPerMinute: {
    ...{ variable: 'SPONSOR_STATES_PER_MINUTE', default: 120, unit: 'calls', windowMs: minuteMs },
    counts: 'questions of one user about what became of batches',
  },
  sponsorWaitMs: {
    ...{ variable: 'SPONSOR_WAIT_SECONDS', default: 60, unit: 'seconds' },
    counts: 'time for an answer to a batch, which waits for its block',
  },
  undoBytes: {
    ...{ variable: 'UNDO_KB', default: 4, unit: 'KiB' },
    counts: 'the body of a call that takes a change of address back',
  },
  reportBytes: {
    ...{ variable: 'REPORT_KB', default: 64, unit: 'KiB' },
    counts: 'a body of policy reports, each with the policy in it',
  },
  reportsOfBody: {
    ...{ variable: 'REPORTS_PER_BODY', default: 10, unit: 'reports' },
    counts: 'reports of one body that are logged: more say nothing new',
  },
  reportCallsPerMinute: {
    ...{ variable: 'REPORT_CALLS_PER_MINUTE', default: 600, unit: 'calls', windowMs: minuteMs },
    counts: 'calls of one address with reports, before they are read',
  },
  reportsOfAddressPerMinute: {
    ...{ variable: 'REPORTS_PER_ADDRESS_PER_MINUTE', default: 20, unit: 'calls' },
    windowMs: minuteMs,
    counts: 'calls of one address with reports that are logged',
  },
  reportsPerMinute: {
    ...{ variable: 'REPORTS_PER_MINUTE', default: 300, unit: 'calls', windowMs: minuteMs },
    counts: 'the same of all: a flood is cut off, and an outbreak is still seen',
  },
})

export type Limits = LimitsOf<typeof limits>
