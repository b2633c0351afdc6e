import { emailAddress } from '@foyer/protocol/vault'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { PageLanguage } from '../http/pageLanguage.ts'
import { mailHtml } from './mailHtml.ts'

/**
 * A mail, sent as text and as simple HTML. Except for our own codes and links, it must not contain data of a user, a
 * site or a request.
 */
export type Mail = {
  /** The name in the log: `device-link`. */
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly lines: readonly string[]
  /** @default 'en' */
  readonly language?: PageLanguage | undefined
}

export type Mailer = {
  /** Sends in the background, so that response times do not depend on the address. */
  send(mail: Mail): void
  /** Waits for mails that are being sent. */
  close(): Promise<void>
}

const waitsMs = [0, 1000, 5000]

/**
 * Makes a mailer for the server's own SMTP account; each mail is tried three times.
 * @param smtpUrl - `smtps://user:password@host:465`
 * @param from - a plain address
 * @param onSent - called with the outcome of each mail
 */
export function createMailer({
  from,
  log,
  onSent = async () => {},
  smtpUrl,
}: createMailer.Options): Mailer {
  const transport = createTransport(smtpUrl, { from: v.parse(emailAddress, from) })
  const underWay = new Set<Promise<void>>()
  let isClosing = false
  /** Tries to send a mail. @returns the error, if it failed */
  const attempt = async ({ language, lines, subject, to }: Mail): Promise<unknown> => {
    let failure: unknown
    for (const waitMs of waitsMs) {
      if (waitMs > 0 && isClosing) break
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text: [...lines, ''].join('\n'),
          html: mailHtml(subject, lines, language),
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return undefined
      } catch (error) {
        failure = error
      }
    }
    return failure
  }
  const deliver = async (mail: Mail) => {
    const failure = await attempt(mail)
    // Log only the code: mail servers repeat the address in their answers.
    if (failure !== undefined)
      log.error(
        { kind: mail.kind, code: (failure as { code?: string }).code },
        'a mail could not be sent',
      )
    await onSent(failure === undefined).catch((error: unknown) =>
      log.error({ error }, 'a mail could not be counted'),
    )
  }
  return {
    send(mail) {
      // Parsed again, since an invalid address could inject a header.
      const to = v.parse(emailAddress, mail.to)
      if (/[\r\n]/.test(mail.subject)) throw new TypeError('A subject is one line.')
      const sending = deliver({ ...mail, to }).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async close() {
      isClosing = true
      await Promise.all(underWay)
      transport.close()
    },
  }
}

export declare namespace createMailer {
  type Options = {
    smtpUrl: string
    from: string
    log: Logger
    onSent?: (isSent: boolean) => Promise<void>
  }
}
