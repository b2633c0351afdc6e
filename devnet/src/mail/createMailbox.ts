import { randomUUID } from 'node:crypto'
import { loadMailbox, saveMailbox } from './mailboxFile.ts'
import type { MailMessage } from './mailMessage.ts'

/** So many mails are kept. */
export const mailLimit = 500
/** And so many characters of them, in all: mails with much in them push out the oldest sooner. */
const characterLimit = 32_000_000

/** The mails that were received. */
export type Mailbox = {
  /** Keeps a mail; settles when it is written, where there is a file. */
  add: (mail: Omit<MailMessage, 'id' | 'receivedAt'>) => Promise<MailMessage>
  /** Newest first; of one address, or all. */
  list: (to?: string) => readonly MailMessage[]
  read: (id: string) => MailMessage | undefined
  /** Forgets the mails of one address, or all. */
  clear: (to?: string) => Promise<void>
  /** Calls back after each change. */
  watch: (onChange: () => void) => () => void
  /** Settles when everything is written. @throws Error of the file system */
  close: () => Promise<void>
}

const sizeOf = ({ html = '', subject, text }: MailMessage) =>
  html.length + subject.length + text.length

/** Makes a mailbox, with what the file holds. */
export async function createMailbox({
  path,
  warn,
}: {
  /** Where the mails are kept over restarts. @default nowhere */
  path: string | undefined
  /** Gets a line when the file can not be read or written. */
  warn: (line: string) => void
}): Promise<Mailbox> {
  let messages = path === undefined ? [] : await loadMailbox(path, warn)
  let lastAt = messages.at(-1)?.receivedAt ?? 0
  const watchers = new Set<() => void>()

  // One write after the other; what changes during one goes with the next.
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const save = (): Promise<void> => {
    if (path === undefined) return writing
    // What failed was told to who asked for it; this one tries again.
    const before = writing.catch(() => undefined)
    next ??= before.then(() => {
      next = undefined
      writing = saveMailbox(path, messages)
      return writing
    })
    return next
  }
  /** A development mailbox that can not be kept can still be read: the line says so. */
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

/** Leaves out the oldest; the newest stays, however long. */
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
