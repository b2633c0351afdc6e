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
  /** Rate limit key (bytes per minute) of the publishing client. */
  readonly budget: string
  /** Rate limit key of all clients of the same network address. */
  readonly addressBudget: string
}

/** Result of storing a message; only `kept` and `known` may be acknowledged to the publisher. */
export type Appended =
  | { readonly status: 'kept'; readonly message: StoredMessage }
  | { readonly status: 'known' | 'mailbox-full' | 'store-full' | 'budget-spent' }

/** A reader of a topic. */
export type Reading = { readonly topic: string; readonly reader: string }

export type Page = { readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }

/** Mailboxes, and announcements of messages that other processes stored. */
export type Store = {
  /** Stores a message. Resolves when it is stored durably. */
  append(message: NewMessage): Promise<Appended>
  /** Reads messages that these readers neither published nor acknowledged, oldest first; at least one if there is any. */
  pending(
    readings: readonly Reading[],
    options: { maxBytes: number; skip?: ((topic: string, hash: string) => boolean) | undefined },
  ): Promise<Page>
  /** Marks a message as received by this reader. Ignores unknown messages. */
  acknowledge(mark: Reading & { readonly hash: string }): Promise<void>
  /** Subscribes to announcements of other processes for this topic. Resolves when they arrive. */
  listen(topic: string): Promise<void>
  unlisten(topic: string): void
  /** Counts uses for rate limits, for all processes that share this store. */
  readonly count: Counter
  watch(watcher: StoreWatcher): void
  /** Rejects when the store does not work. */
  ping(): Promise<void>
  /** Returns bytes, messages and topics in this process's memory. */
  readSize(): { readonly bytes: number; readonly messages: number; readonly topics: number }
  close(): Promise<void>
}

export type StoreWatcher = {
  /** Called when another process has stored a message of a topic that this one listens to. */
  onMessage(message: StoredMessage): void
  /** Called when announcements may have been missed: read the mailboxes again. */
  onGap(): void
}

/** Returns the size of a message in bytes, including the overhead of storing it. */
export function sizeOf({ attestation, message }: Pick<StoredMessage, 'attestation' | 'message'>) {
  return message.length + (attestation?.length ?? 0) + 512
}
