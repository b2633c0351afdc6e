import { emailAddress } from '@foyer/protocol'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { LinkKind } from '../database/schema.ts'
import { mails } from './mails.ts'

export type Mailer = {
  /** Sends behind the caller's back: the answer takes as long for every address. */
  send(mail: { kind: LinkKind; to: string; url: string }): void
  /** Waits for what is on its way. */
  close(): Promise<void>
}

const waitsMs = [0, 1000, 5000]

/** The vault's own mail account. @param smtpUrl - `smtps://user:password@host:465` */
export function createMailer({
  from,
  log,
  onSent,
  smtpUrl,
}: {
  from: string
  log: Logger
  onSent: (isSent: boolean) => void
  smtpUrl: string
}): Mailer {
  const transport = createTransport(smtpUrl, { from })
  const underWay = new Set<Promise<void>>()
  let isClosing = false
  const deliver = async ({ kind, to, url }: Parameters<Mailer['send']>[0]) => {
    const { lines, subject } = mails[kind]
    // Parsed at the door already; a header is not where a mistake there may end.
    const address = v.parse(emailAddress, to)
    const text = [
      ...lines,
      '',
      url,
      '',
      'Never send this link to anybody: no one of us will ask for it.',
      '',
    ].join('\n')
    let failure: unknown
    for (const waitMs of waitsMs) {
      if (waitMs > 0 && isClosing) break
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      try {
        await transport.sendMail({
          to: { name: '', address },
          subject,
          text,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return onSent(true)
      } catch (error) {
        failure = error
      }
    }
    onSent(false)
    // A server repeats the address in its answer: the code says enough.
    log.error({ kind, code: (failure as { code?: string }).code }, 'a mail could not be sent')
  }
  return {
    send(mail) {
      const sending = deliver(mail).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async close() {
      isClosing = true
      await Promise.all(underWay)
      transport.close()
    },
  }
}
