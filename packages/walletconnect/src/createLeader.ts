import { hashMessage } from './crypto/keys.ts'
import { createAddress, isAboutClock } from './relay/createAddress.ts'
import { createRelay, type Relay } from './relay/createRelay.ts'
import type { Outbox } from './relay/outbox.ts'
import { createSeen } from './session/createSeen.ts'
import { handleMessage } from './session/handleMessage.ts'
import { sweep } from './session/sweep.ts'
import { readTopic, type Wire } from './session/wire.ts'

/** What the leading tab does for all: it speaks to the relay, and takes what wallets send. */
export function createLeader({
  clientId,
  outbox,
  projectId,
  relayUrl,
  seed,
  wire,
}: {
  clientId: string
  outbox: Outbox
  projectId: string
  relayUrl: string
  seed: string
  wire: Wire
}): Relay {
  const { browser, nextId, primitives, store } = wire
  const seen = createSeen(store)
  let last = Promise.resolve()
  const address = createAddress({ browser, primitives, projectId, relayUrl, seed })
  return createRelay({
    address: address.make,
    browser,
    clientId,
    hash: (text) => hashMessage(primitives, text),
    nextId,
    outbox,
    judge: async (reason) => {
      if (await address.correct(reason)) return true
      const details = isAboutClock(reason)
        ? `The clock of this device is wrong: set it right, then connect again. The relay said: ${reason}`
        : `The relay refused the connection: ${reason}`
      wire.emit({ kind: 'problem', details })
      return false
    },
    readTopics: () => sweep(wire),
    onAlive: address.accepted,
    onSent: (id, refusal) => wire.emit({ kind: 'sent', id, refusal: refusal?.message }),
    onMessage({ message, topic }) {
      // One after the other: a settlement stands on the answer before it.
      last = last.then(async () => {
        const hash = await hashMessage(primitives, message)
        if (!readTopic(wire, topic) || seen.has(topic, hash)) return
        await handleMessage(wire, { message, topic }).catch(() => wire.log('a message failed'))
        seen.add(topic, hash)
      })
      return last
    },
    onPublish({ message, topic }) {
      // What a relay sends back to its sender is not from the peer.
      void hashMessage(primitives, message).then((hash) => seen.add(topic, hash))
    },
  })
}
