import * as v from 'valibot'

const mailAddress = v.object({ name: v.string(), address: v.string() })

/** A mail that was received, as `GET /api/messages` and the file give it. */
export const mailMessage = v.object({
  id: v.string(),
  /** ms since 1970; each mail has a moment of its own, later than those before it. */
  receivedAt: v.number(),
  /** The SMTP user that mailed. */
  sender: v.string(),
  /** Of the header, or of the envelope where there is none. What it says is not checked. */
  from: mailAddress,
  /** Whom it was delivered to: the envelope's recipients, in lower case. */
  to: v.array(v.string()),
  /** '' when there is none. */
  subject: v.string(),
  /** The text part; without one, the words of the HTML part. */
  text: v.string(),
  /** The HTML part as it came: hostile until shown otherwise. */
  html: v.optional(v.string()),
  /** Digits that look like a code to type, first seen first, without spaces. */
  codes: v.array(v.string()),
  /** Absolute http and https links, first seen first. */
  links: v.array(v.string()),
  /** What was attached; the bytes are not kept. `size` in bytes. */
  attachments: v.array(v.object({ name: v.string(), type: v.string(), size: v.number() })),
  /** Why the mail could not be read; `text` is then its source. */
  problem: v.optional(v.string()),
})
export type MailMessage = v.InferOutput<typeof mailMessage>
