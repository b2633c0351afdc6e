import { randomUUID } from 'node:crypto'
import { loadMailbox, saveMailbox } from './mailboxFile.ts'
import type { MailMessage } from './mailMessage.ts'

/** Maximum number of mails. */
export const mailLimit = 500
/** Maximum characters in total: large mails push out the oldest ones sooner. */
const characterLimit = 32_000_000

/** The received mails. */
export type Mailbox = {
  /** Stores a mail; settles when it is written, if there is a file. */
  add: (mail: Omit<MailMessage, 'id' | 'receivedAt'>) => Promise<MailMessage>
  /** Newest first; for one address, or all. */
  list: (to?: string) => readonly MailMessage[]
  read: (id: string) => MailMessage | undefined
  /** Deletes the mails of one address, or all. */
  clear: (to?: string) => Promise<void>
  /** Calls back after each change. */
  watch: (onChange: () => void) => () => void
  /** Settles when everything is written. @throws Error of the file system */
  close: () => Promise<void>
}

const sizeOf = ({ html = '', subject, text }: MailMessage) =>
  html.length + subject.length + text.length

/** Creates a mailbox with the mails of the file. */
export async function createMailbox({
  path,
  warn,
}: {
  /** The file for mails across restarts. @default none */
  path: string | undefined
  /** Receives a line if the file can not be read or written. */
  warn: (line: string) => void
}): Promise<Mailbox> {
  let messages = path === undefined ? [] : await loadMailbox(path, warn)
  let lastAt = messages.at(-1)?.receivedAt ?? 0
  const watchers = new Set<() => void>()

  // Run one write after the other; changes during a write are part of the next one.
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const save = (): Promise<void> => {
    if (path === undefined) return writing
    // The caller has already received the error of the last write; this one tries again.
    const before = writing.catch(() => undefined)
    next ??= before.then(() => {
      next = undefined
      writing = saveMailbox(path, messages)
      return writing
    })
    return next
  }
  /** A development mailbox stays readable even if it can not be written; the line reports it. */
  const changed = async () => {
    for (const onChange of watchers) onChange()
    try {
      await save()
    } catch (error) {
      warn(`The mails can not be saved: ${(error as Error).message}`)
    }
  }
  const isFor = (to: string | undefined) => {
    const address = to?.trim().toLowerCase()
    return (message: MailMessage) => !address || message.to.includes(address)
  }

  return {
    async add(mail) {
      lastAt = Math.max(Date.now(), lastAt + 1)
      const message = { ...mail, id: randomUUID(), receivedAt: lastAt }
      messages = withinLimits([...messages, message])
      await changed()
      return message
    },
    list: (to) => messages.filter(isFor(to)).reverse(),
    read: (id) => messages.find((message) => message.id === id),
    async clear(to) {
      const isGone = isFor(to)
      messages = messages.filter((message) => !isGone(message))
      await changed()
    },
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    close: () => save(),
  }
}

/** Drops the oldest mails, but never the newest, however long it is. */
function withinLimits(messages: MailMessage[]): MailMessage[] {
  let size = messages.reduce((sum, message) => sum + sizeOf(message), 0)
  let from = Math.max(0, messages.length - mailLimit)
  for (const message of messages.slice(0, from)) size -= sizeOf(message)
  while (size > characterLimit && from < messages.length - 1) {
    size -= sizeOf(messages[from] as MailMessage)
    from += 1
  }
  return messages.slice(from)
}
