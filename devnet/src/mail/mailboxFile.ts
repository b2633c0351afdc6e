import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { type MailMessage, mailMessage } from './mailMessage.ts'

const mailboxFile = v.object({ version: v.literal(1), messages: v.array(mailMessage) })

/** Writes all mails to one file, atomically. */
export async function saveMailbox(path: string, messages: readonly MailMessage[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify({ version: 1, messages }))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

/**
 * Reads the stored mails. Sets a damaged file aside.
 *
 * @param warn Receives one line when that happens.
 * @returns Oldest first; empty if there is no file.
 */
export async function loadMailbox(
  path: string,
  warn: (line: string) => void,
): Promise<MailMessage[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  try {
    return v.parse(mailboxFile, JSON.parse(text)).messages
  } catch (error) {
    const aside = `${path}.torn-${Date.now()}`
    await rename(path, aside)
    warn(
      `The saved mails can not be read (${(error as Error).message}). They were moved to ${aside}; the mailbox starts empty.`,
    )
    return []
  }
}
