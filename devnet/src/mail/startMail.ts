import { join } from 'node:path'
import { listen } from '../listen.ts'
import { type ServedPage, servePage } from '../servePage.ts'
import { createMailbox } from './createMailbox.ts'
import { createSmtpServer } from './createSmtpServer.ts'
import { createMailApp } from './mailApp.ts'
import type { MailMessage } from './mailMessage.ts'
import { type MailSender, mailSenders } from './mailSenders.ts'
import { waitForMail } from './waitForMail.ts'

/** The port of the mailbox's page. */
export const mailPort = 4005
/** The SMTP port. */
export const mailSmtpPort = 4025

/** SMTP host, port and credentials of a sender. */
export type SmtpAccess = { host: string; port: number; user: string; pass: string }

/** A running mail server. */
export type DevMail<Name extends string = string> = {
  /** The first sender's credentials. */
  smtp: SmtpAccess
  /** Each sender's credentials, by its name. */
  senders: Readonly<Record<Name, SmtpAccess>>
  /** The mailbox's page: `http://mail.localhost:port`. Programs dial 127.0.0.1. */
  url: string
  port: number
  /** Returns the mails to an address, newest first. */
  inbox: (address: string) => readonly MailMessage[]
  /** Waits for a mail to an address. @throws Error that lists the mails that did arrive, after the timeout */
  waitFor: (address: string, options?: waitForMail.Options) => Promise<MailMessage>
  /** Stops both servers and rejects all waiting callers. */
  stop: () => Promise<void>
}

/**
 * Runs a mail server for this machine: an SMTP server that forwards nothing, and a page that shows its mails.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startMail<Name extends string = keyof typeof mailSenders>({
  folder,
  port,
  senders = mailSenders as unknown as Record<Name, MailSender>,
  smtpPort,
  warn = (line) => console.warn(line),
}: startMail.Options<Name>): Promise<DevMail<Name>> {
  const accounts = Object.entries(senders) as [Name, MailSender][]
  if (accounts.length === 0) throw new Error('The mail server needs at least one sender.')
  const path = folder === undefined ? undefined : join(folder, 'mail.json')
  const mailbox = await createMailbox({ path, warn })
  const app = await createMailApp(mailbox)
  const smtp = createSmtpServer({ mailbox, senders: accounts.map(([, sender]) => sender) })
  const stopSmtp = () => new Promise<void>((resolve) => smtp.close(resolve))
  // It repeats its socket's errors: those of the start are thrown, and a client that disconnects must not stop the server.
  let isListening = false
  smtp.on('error', (error) => isListening && warn(`A mail client failed: ${error.message}`))
  const realSmtpPort = await listen(smtp.server, smtpPort, 'The development mail server')
  isListening = true
  let page: ServedPage
  try {
    page = await servePage(app.fetch, { name: 'mail', port, who: 'The mailbox page' })
  } catch (error) {
    await stopSmtp()
    throw error
  }
  const ended = new AbortController()
  const named = accounts.map(([name, { pass, user }]) => {
    return [name, { host: '127.0.0.1', port: realSmtpPort, user, pass }] as const
  })
  return {
    smtp: (named[0] as (typeof named)[0])[1],
    senders: Object.fromEntries(named) as Record<Name, SmtpAccess>,
    url: page.url,
    port: page.port,
    inbox: (address) => mailbox.list(address),
    waitFor(address, { signal, ...options } = {}) {
      const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
      return waitForMail(mailbox, address, { ...options, signal: either })
    },
    async stop() {
      ended.abort(new Error('The mail server was stopped.'))
      await Promise.all([page.stop(), stopSmtp()])
      await mailbox.close()
    },
  }
}

export declare namespace startMail {
  type Options<Name extends string = keyof typeof mailSenders> = {
    /** TCP port of the page; 0 for a free one. */
    port: number
    /** TCP port of SMTP; 0 for a free one. */
    smtpPort: number
    /** The folder for mails across restarts. @default none: they are lost with the process */
    folder?: string | undefined
    /** The senders by name; their users must differ. @default mailSenders */
    senders?: Readonly<Record<Name, MailSender>> | undefined
    /** Receives a line about problems that stop nothing. @default console.warn */
    warn?: ((line: string) => void) | undefined
  }
}
