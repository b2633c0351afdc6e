import type { Counter } from '@foyer/server'

/** A message in a mailbox. It carries no client id and no address. */
export type StoredMessage = {
  readonly topic: string
  /** SHA-256 of the message in hex: its id within the topic. */
  readonly hash: string
  readonly message: string
  readonly tag: number
  readonly attestation: string | undefined
  /** Subscription id of the publisher: see subscriptionId. */
  readonly from: string
  readonly publishedAt: number
  readonly expiresAt: number
}

export type NewMessage = Omit<StoredMessage, 'publishedAt' | 'expiresAt'> & {
  readonly ttlMs: number
  /** Rate limit key of the publishing client. */
  readonly budget: string
  /** Rate limit key of all clients of the same network address. */
  readonly addressBudget: string
}

/** Why a message was not stored. */
export type Refused = 'mailbox-full' | 'store-full' | 'budget-spent' | 'share-used'

/** Result of storing a message; only `kept` and `known` may be acknowledged to the publisher. */
export type Appended =
  | { readonly status: 'kept'; readonly message: StoredMessage }
  | { readonly status: 'known' | Refused }

/** A reader of a topic. */
export type Reader = { readonly topic: string; readonly reader: string }

/** A reader whose waiting messages are read. */
export type Reading = Reader & {
  /** Hashes of messages that are not returned. @default none */
  readonly skip?: { has(hash: string): boolean; readonly size: number } | undefined
}

export type Page = {
  readonly messages: readonly StoredMessage[]
  /** True when more messages wait, or may wait. */
  readonly hasMore: boolean
  /** Number of messages that were looked at: the cost of this page. */
  readonly visited: number
}

/** Mailboxes, and announcements of messages that other processes stored. */
export type Store = {
  /** Stores a message. Resolves when it is stored durably. */
  append(message: NewMessage): Promise<Appended>
  /**
   * Reads messages that these readers neither published nor acknowledged, oldest first; at least one if there is any.
   * Starts behind what a reader has acknowledged, and pauses between slices of work.
   */
  pending(
    readings: readonly Reading[],
    options: { maxBytes: number; maxMessages: number },
  ): Promise<Page>
  /** Remembers readers of topics: a message makes room for another one only after each of them has received it. */
  addReaders(readers: readonly Reader[]): Promise<void>
  /** Marks a message as received by this reader. Ignores unknown messages. */
  acknowledge(mark: Reader & { readonly hash: string }): Promise<void>
  /** Subscribes to announcements of other processes for this topic. Resolves when they arrive. */
  listen(topic: string): Promise<void>
  unlisten(topic: string): void
  /** Counts uses for rate limits, for all processes that share this store. */
  readonly count: Counter
  watch(watcher: StoreWatcher): void
  /** Rejects when the store does not work. */
  ping(): Promise<void>
  /** Returns bytes, messages and topics with messages in this process's memory. */
  readSize(): { readonly bytes: number; readonly messages: number; readonly topics: number }
  close(): Promise<void>
}

export type StoreWatcher = {
  /** Called when another process has stored a message of a topic that this one listens to. */
  onMessage(message: StoredMessage): void
  /** Called when announcements may have been missed: read the mailboxes again. */
  onGap(): void
}

/** Memory of a message besides its text, in bytes: its record, hashes and places in the indexes. */
export const messageOverhead = 512
/** Memory of a mailbox besides its messages and readers, in bytes. */
export const mailboxOverhead = 768
/** Memory of a remembered reader of a mailbox, in bytes. */
export const readerOverhead = 320

/** Returns the memory of a message in bytes, including the overhead of storing it. */
export function sizeOf({ attestation, message }: Pick<StoredMessage, 'attestation' | 'message'>) {
  return (
    memoryOf(message) + (attestation === undefined ? 0 : memoryOf(attestation)) + messageOverhead
  )
}

// V8 stores two bytes per UTF-16 unit as soon as one of them does not fit in one byte.
const memoryOf = (text: string) => (/[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length)
