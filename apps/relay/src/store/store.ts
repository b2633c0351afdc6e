import type { Counter } from '@foyer/server'

/** A message in a mailbox. It carries no client id and no address. */
export type StoredMessage = {
  readonly topic: string
  /** Hex of SHA-256 over the message: what names it within its topic. */
  readonly hash: string
  readonly message: string
  readonly tag: number
  readonly attestation: string | undefined
  /** Stands for who published it: see subscriptionId. */
  readonly from: string
  readonly publishedAt: number
  readonly expiresAt: number
}

export type NewMessage = Omit<StoredMessage, 'publishedAt' | 'expiresAt'> & {
  readonly ttlMs: number
  /** Whose budget of bytes a minute pays. */
  readonly budget: string
  /** The same of all who come from there. */
  readonly addressBudget: string
}

/** Only `kept` and `known` may be acknowledged to the publisher. */
export type Appended =
  | { readonly status: 'kept'; readonly message: StoredMessage }
  | { readonly status: 'known' | 'mailbox-full' | 'store-full' | 'budget-spent' }

/** One reader's view of one topic. */
export type Reading = { readonly topic: string; readonly reader: string }

export type Page = { readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }

/** Mailboxes, and the bell that rings when another process put something into one. */
export type Store = {
  /** Resolves when the message is kept where it outlives this call. */
  append(message: NewMessage): Promise<Appended>
  /** What these readers neither wrote nor acknowledged, oldest first, at least one when there is any. */
  pending(
    readings: readonly Reading[],
    options: { maxBytes: number; skip?: ((topic: string, hash: string) => boolean) | undefined },
  ): Promise<Page>
  /** This reader has it. What is unknown is ignored. */
  acknowledge(mark: Reading & { readonly hash: string }): Promise<void>
  /** Resolves when messages that other processes put into this topic ring here. */
  listen(topic: string): Promise<void>
  unlisten(topic: string): void
  /** Counts uses where all processes do that share this store. */
  readonly count: Counter
  watch(watcher: StoreWatcher): void
  /** Rejects when it can not do its work. */
  ping(): Promise<void>
  /** Bytes and messages that this process holds in memory. */
  readSize(): { readonly bytes: number; readonly messages: number; readonly topics: number }
  close(): Promise<void>
}

export type StoreWatcher = {
  /** Another process put this into a topic that is listened to. */
  onMessage(message: StoredMessage): void
  /** The bell may have been missed: read the mailboxes again. */
  onGap(): void
}

/** What one message is counted as: its text, and what keeping it costs besides. */
export function sizeOf({ attestation, message }: Pick<StoredMessage, 'attestation' | 'message'>) {
  return message.length + (attestation?.length ?? 0) + 512
}
