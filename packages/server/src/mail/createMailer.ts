import { emailAddress } from '@foyer/protocol'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { mailHtml } from './mailHtml.ts'

/** A mail, sent as text and as plain HTML. Nothing in it comes from a visitor, a site or a request but codes and links of our own. */
export type Mail = {
  /** Stands in the log: `device-link`. */
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly lines: readonly string[]
}

export type Mailer = {
  /** Sends behind the caller's back: the answer takes as long for every address. */
  send(mail: Mail): void
  /** Waits for what is on its way. */
  close(): Promise<void>
}

const waitsMs = [0, 1000, 5000]

/**
 * A server's own mail account; each mail is tried three times.
 *
 * @param smtpUrl - `smtps://user:password@host:465`
 * @param from - a plain address
 * @param onSent - told of each mail's end
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
  /** @returns why it could not be sent. */
  const attempt = async ({ lines, subject, to }: Mail): Promise<unknown> => {
    let failure: unknown
    for (const waitMs of waitsMs) {
      if (waitMs > 0 && isClosing) break
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text: [...lines, ''].join('\n'),
          html: mailHtml(subject, lines),
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
    // A server repeats the address in its answer: the code says enough.
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
      // Parsed at the door already; a header is not where a mistake there may end.
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
