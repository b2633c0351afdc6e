import type { Delivery } from '@foyer/protocol/session'
import { seal } from '../crypto/envelope.ts'
import { formatMessage } from '../messageText.ts'
import { readTopic, type Wire } from '../session/wire.ts'
import type { Outbox } from './outbox.ts'

/** Seals messages of this tab and adds them to the outbox. */
export function createSender({
  outbox,
  wire,
  wake,
}: {
  outbox: Outbox
  wire: Pick<Wire, 'browser' | 'nextId' | 'store'>
  /** The outbox has a new message. */
  wake: () => void
}) {
  /** Messages in flight: message id by the id of the relay call. */
  const sentIds = new Map<number, number>()
  return {
    /** @param message.deadline - ms since 1970. @default when its time to live at the relay ends */
    send(
      topic: string,
      { deadline, ...message }: { id: number; deadline?: number },
      { prompt, tag, ttlS }: Delivery,
    ): void {
      const record = readTopic(wire, topic)
      if (!record || record.kind === 'answer') return
      const text = formatMessage({ jsonrpc: '2.0', ...message })
      // An answer has the id of its request, which another message may have too.
      const id = wire.nextId()
      sentIds.set(id, message.id)
      outbox.add({
        id,
        topic,
        message: seal({ symKey: record.symKey, text }),
        ttl: ttlS,
        tag,
        ...(prompt && { prompt }),
        deadline: deadline ?? wire.browser.now() + ttlS * 1000,
      })
      wake()
    },
    /** @returns The message of a call, once; undefined when another tab sent it */
    take(id: number): number | undefined {
      const found = sentIds.get(id)
      sentIds.delete(id)
      return found
    },
  }
}
