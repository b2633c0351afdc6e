/** A service that may send mail: its SMTP credentials, for this machine only. */
export type MailSender = { readonly user: string; readonly pass: string }

/**
 * The services that send mail, each with its own credentials, so that the mailbox knows the sender. They are public like the
 * accounts' mnemonic: the server listens on this machine only and forwards nothing.
 */
export const mailSenders = {
  login: { user: 'login', pass: 'login-mails-here' },
  vault: { user: 'vault', pass: 'vault-mails-here' },
} as const satisfies Record<string, MailSender>
