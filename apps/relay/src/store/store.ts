import type { Counter } from '@foyer/server'

/** A message in a mailbox. It carries no client id and no address. */
export type StoredMessage = {
  readonly topic: string
  /** Hex of SHA-256 over the message: its id within its topic. */
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
  /** Budget of bytes per minute that pays for the message. */
  readonly budget: string
  /** Budget of all clients of the same address. */
  readonly addressBudget: string
}

/** Only `kept` and `known` may be acknowledged to the publisher. */
export type Appended =
  | { readonly status: 'kept'; readonly message: StoredMessage }
  | { readonly status: 'known' | 'mailbox-full' | 'store-full' | 'budget-spent' }

/** One reader's view of one topic. */
export type Reading = { readonly topic: string; readonly reader: string }

export type Page = { readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }

/** Mailboxes, and announcements of messages that other processes stored. */
export type Store = {
  /** Resolves when the message is stored where it outlives this call. */
  append(message: NewMessage): Promise<Appended>
  /** Messages that these readers neither wrote nor acknowledged, oldest first; at least one when there is any. */
  pending(
    readings: readonly Reading[],
    options: { maxBytes: number; skip?: ((topic: string, hash: string) => boolean) | undefined },
  ): Promise<Page>
  /** Marks a message as received by this reader. Ignores unknown messages. */
  acknowledge(mark: Reading & { readonly hash: string }): Promise<void>
  /** Resolves when announcements of other processes for this topic arrive here. */
  listen(topic: string): Promise<void>
  unlisten(topic: string): void
  /** Counts uses over all processes that share this store. */
  readonly count: Counter
  watch(watcher: StoreWatcher): void
  /** Rejects when the store does not work. */
  ping(): Promise<void>
  /** Bytes and messages in this process's memory. */
  readSize(): { readonly bytes: number; readonly messages: number; readonly topics: number }
  close(): Promise<void>
}

export type StoreWatcher = {
  /** Another process stored this in a topic that is listened to. */
  onMessage(message: StoredMessage): void
  /** Announcements may have been missed: read the mailboxes again. */
  onGap(): void
}

/** Size that a message counts as: its text plus the overhead of storing it. */
export function sizeOf({ attestation, message }: Pick<StoredMessage, 'attestation' | 'message'>) {
  return message.length + (attestation?.length ?? 0) + 512
}
