import PostalMime, { type Address } from 'postal-mime'
import { codesAndLinks, wordsOfHtml } from './codesAndLinks.ts'
import type { MailMessage } from './mailMessage.ts'

/** The delivery data of a mail, known before it is parsed. */
export type Envelope = { sender: string; from: string; to: readonly string[] }

/** Maximum length of an unreadable mail's displayed source, characters. */
const sourceLimit = 100_000
/** Deeper parts and longer headers (bytes) only occur in hostile mails. */
const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 }

/**
 * Parses a mail: MIME, headers in any charset, text and HTML. Returns an unreadable mail as its source, with the
 * problem.
 */
export async function readMail(
  source: Uint8Array,
  { from, sender, to }: Envelope,
): Promise<Omit<MailMessage, 'id' | 'receivedAt'>> {
  const delivered = { sender, to: to.map((address) => address.toLowerCase()) }
  try {
    const mail = await PostalMime.parse(source, limits)
    const { html } = mail
    const text = mail.text?.trim() ? mail.text : wordsOfHtml(html ?? '')
    return {
      ...delivered,
      from: firstMailbox(mail.from) ?? { name: '', address: from },
      subject: mail.subject ?? '',
      text,
      ...(html !== undefined && { html }),
      ...codesAndLinks({ text, html }),
      attachments: mail.attachments.map(({ content, filename, mimeType }) => ({
        name: filename ?? '',
        type: mimeType,
        size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      })),
    }
  } catch (error) {
    return {
      ...delivered,
      from: { name: '', address: from },
      subject: '',
      text: Buffer.from(source).toString('utf8').slice(0, sourceLimit),
      codes: [],
      links: [],
      attachments: [],
      problem: error instanceof Error ? error.message : String(error),
    }
  }
}

function firstMailbox(address: Address | undefined): { name: string; address: string } | undefined {
  const one = address?.group ? address.group[0] : address
  return one?.address ? { name: one.name, address: one.address } : undefined
}
