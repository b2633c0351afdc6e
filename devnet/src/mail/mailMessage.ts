import * as v from 'valibot'

const mailAddress = v.object({ name: v.string(), address: v.string() })

/** A received mail, as in `GET /api/messages` and in the file. */
export const mailMessage = v.object({
  id: v.string(),
  /** ms since 1970; unique, and later than that of every earlier mail. */
  receivedAt: v.number(),
  /** The SMTP user that sent it. */
  sender: v.string(),
  /** From the header, or the envelope if there is none. Not verified. */
  from: mailAddress,
  /** The envelope's recipients, in lower case. */
  to: v.array(v.string()),
  /** '' if there is none. */
  subject: v.string(),
  /** The text part, or the text of the HTML part. */
  text: v.string(),
  /** The HTML part unchanged: treat it as hostile. */
  html: v.optional(v.string()),
  /** Digits that look like a code to type, in order, without spaces. */
  codes: v.array(v.string()),
  /** Absolute http and https links, in order. */
  links: v.array(v.string()),
  /** The attachments without their bytes. `size` in bytes. */
  attachments: v.array(v.object({ name: v.string(), type: v.string(), size: v.number() })),
  /** Why the mail could not be parsed; `text` is then its source. */
  problem: v.optional(v.string()),
})
export type MailMessage = v.InferOutput<typeof mailMessage>
