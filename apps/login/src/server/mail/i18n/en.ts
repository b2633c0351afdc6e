/** English texts of mails. Nothing in them comes from a user, a site or a request. @source security 2.9, 2.12, 4.6 */
export const en = {
  /** After a code. */
  code: [
    'It is good for 10 minutes and for one use.',
    'If you did not ask for it, there is nothing to do.',
    'Never give this code to anybody. We never ask for it.',
  ],
  /** Before the address of the security page. */
  lookAt:
    'If it was you, there is nothing to do. If it was not, look at your devices and freeze the account here:',
  /** Before the link of an undo. */
  undoable:
    'If it was you, there is nothing to do. If it was not, take it back within 72 hours. This ends all sign-ins of the account:',
  kinds: {
    'code-login': ['Your code', 'Your code to sign in is:'],
    'code-step-up': ['Your code', 'Your code to confirm that it is you:'],
    'code-primary': [
      'Your code to change the address',
      'Somebody signed in as you wants another e-mail address for the account. The code to allow it is:',
    ],
    'code-secondary': [
      'Your code for the new address',
      'Your code to make this the address of the account is:',
    ],
    'code-link': [
      'Your code for the new login',
      'Somebody signed in to an account wants to log in to it with this address, too. The code to allow it is:',
    ],
    'login-added': [
      'A way to log in was added to your account',
      'Your account can be logged in to in one more way. You see it at Security.',
    ],
    'login-added-held': [
      'A way to log in was added to your account',
      'Nobody had used your account for more than a year. Now somebody added a way to log in to it, which counts from 72 hours from now on.',
    ],
    'login-removed': [
      'A way to log in was removed from your account',
      'Your account can be logged in to in one way less. The browsers that used it were signed out.',
    ],
    'login-kept': [
      'A way to log in is back in your account',
      'Somebody signed in as you removed a way to log in. It is back, since the recovery of your wallet still needs it. The link in the mail about its removal does nothing any more.',
    ],
    'logins-restored': [
      'The logins of your account were restored',
      'A change of the logins of your account was taken back, and all sign-ins of the account ended.',
    ],
    'device-new': [
      'Signed in on a new device',
      'Your account was signed in to in a browser that it was not used in before.',
    ],
    'email-changed': [
      'The address of your account was changed',
      'Your account has another e-mail address now. The one before it is no longer asked for codes.',
    ],
    'email-restored': [
      'The address of your account was restored',
      'The change of the e-mail address was taken back, and all sign-ins of the account ended.',
    ],
    exported: [
      'The keys of your wallet were exported',
      'Somebody signed in as you asked to see the recovery phrase of your wallet. Who has seen it has the wallet.',
    ],
    frozen: [
      'Your account is frozen',
      'Your account was frozen: nothing can be signed or restored until you end the freeze.',
    ],
    unfreezing: [
      'The freeze of your account ends in 24 hours',
      'Somebody signed in as you ended the freeze of your account. In 24 hours the wallet can sign and be restored again.',
    ],
    'asserted-recovery': [
      'Your wallet was restored on a new device',
      'Your wallet was just restored in a browser that did not have it before.',
    ],
  },
} as const

/** Texts of mails in one language. */
export type MailWords = {
  readonly code: readonly [string, string, string]
  readonly lookAt: string
  readonly undoable: string
  readonly kinds: Readonly<
    Record<keyof (typeof en)['kinds'], readonly [subject: string, text: string]>
  >
}
