import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './createMailbox.ts'
import type { MailSender } from './mailSenders.ts'
import { readMail } from './readMail.ts'

/** Larger mails are rejected with 552, bytes. */
export const mailSizeLimit = 4 * 1024 * 1024
/** More recipients of one mail are rejected with 452. */
export const recipientLimit = 20
const clientLimit = 50
/** Idle timeout of a client, ms. */
const silenceMs = 30_000
/** On stop, a running transfer may take this long, ms. */
const closeMs = 200

/** RFC 4954 section 6. */
const credentialsRefused = 535
/** RFC 1870 section 6.3. */
const sizeRefused = 552

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Creates an SMTP server that accepts mail from the given senders only, and puts it into the mailbox. */
export function createSmtpServer({
  mailbox,
  senders,
}: {
  mailbox: Mailbox
  senders: readonly MailSender[]
}): SMTPServer {
  return new SMTPServer({
    name: 'mail.localhost',
    authMethods: ['PLAIN', 'LOGIN'],
    // No TLS: it listens on this machine only.
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: mailSizeLimit,
    maxRecipients: recipientLimit,
    maxClients: clientLimit,
    socketTimeout: silenceMs,
    closeTimeout: closeMs,
    logger: false,
    onAuth({ password, username }, _session, done) {
      const sender = senders.find(({ pass, user }) => user === username && pass === password)
      if (sender) return done(null, { user: sender.user })
      done(refusal(credentialsRefused, 'These credentials belong to no sender'))
    },
    onData(stream, { envelope, user }, done) {
      const receive = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          // Discard the rest of a rejected mail.
          if (!stream.sizeExceeded) chunks.push(chunk)
        }
        if (stream.sizeExceeded) {
          const limit = `The mail exceeds the maximum message size of ${mailSizeLimit} bytes`
          return done(refusal(sizeRefused, limit))
        }
        const { mailFrom, rcptTo } = envelope
        const mail = await readMail(Buffer.concat(chunks), {
          sender: String(user),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        })
        const { id } = await mailbox.add(mail)
        done(null, `Stored as ${id}`)
      }
      receive().catch(done)
    },
  })
}
