import type { Mail } from '@foyer/server'

/** The texts of mails. Nothing in them comes from a user, a site or a request. @source security 2.9, 2.12, 4.6 */
type Text = { subject: string; lines: (value: string) => readonly string[] }

const nobodyAsks = 'Never give this code to anybody. We never ask for it.'

const code = (subject: string, what: string): Text => ({
  subject,
  lines: (value) => [
    what,
    '',
    value,
    '',
    'It is good for 10 minutes and for one use.',
    'If you did not ask for it, there is nothing to do.',
    nobodyAsks,
  ],
})

const lookAt = (pages: string) => [
  'If it was you, there is nothing to do. If it was not, look at your devices and freeze the account here:',
  '',
  `${pages}/security`,
]

const texts = {
  'code-login': code('Your code', 'Your code to sign in is:'),
  'code-step-up': code('Your code', 'Your code to confirm that it is you:'),
  'code-primary': code(
    'Your code to change the address',
    'Somebody signed in as you wants another e-mail address for the account. The code to allow it is:',
  ),
  'code-secondary': code(
    'Your code for the new address',
    'Your code to make this the address of the account is:',
  ),
  'device-new': {
    subject: 'Signed in on a new device',
    lines: (pages) => [
      'Your account was signed in to in a browser that it was not used in before.',
      '',
      ...lookAt(pages),
    ],
  },
  'email-changed': {
    subject: 'The address of your account was changed',
    lines: (link) => [
      'Your account has another e-mail address now, and this one is no longer asked for codes.',
      'If it was not you, take it back within 72 hours. This ends all sign-ins of the account:',
      '',
      link,
    ],
  },
  'email-restored': {
    subject: 'The address of your account was restored',
    lines: () => [
      'The change of the e-mail address was taken back, and all sign-ins of the account ended.',
    ],
  },
  exported: {
    subject: 'The keys of your wallet were exported',
    lines: (pages) => [
      'Somebody signed in as you asked to see the recovery phrase of your wallet. Who has seen it has the wallet.',
      '',
      ...lookAt(pages),
    ],
  },
  frozen: {
    subject: 'Your account is frozen',
    lines: (pages) => [
      'Your account was frozen: nothing can be signed or restored until you end the freeze.',
      '',
      `${pages}/security`,
    ],
  },
  'asserted-recovery': {
    subject: 'Your wallet was restored on a new device',
    lines: (pages) => [
      'Your wallet was just restored in a browser that did not have it before.',
      '',
      ...lookAt(pages),
    ],
  },
} as const satisfies Record<string, Text>

export type MailKind = keyof typeof texts

/** A mail from its template. @param value - the code, the link, or the origin of the login pages */
export function mailOf(kind: MailKind, to: string, value: string): Mail {
  const { lines, subject } = texts[kind]
  return { kind, to, subject, lines: lines(value) }
}
