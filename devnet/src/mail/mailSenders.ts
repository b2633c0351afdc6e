/** A service that may mail: SMTP credentials, for this machine only. */
export type MailSender = { readonly user: string; readonly pass: string }

/**
 * The services that mail, each with credentials of its own, so that the mailbox knows who mailed. Public like the
 * phrase of the accounts: the server listens on this machine only and passes nothing on.
 */
export const mailSenders = {
  login: { user: 'login', pass: 'login-mails-here' },
  vault: { user: 'vault', pass: 'vault-mails-here' },
} as const satisfies Record<string, MailSender>
