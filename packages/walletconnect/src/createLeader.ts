import { hashMessage } from './crypto/keys.ts'
import { createAddress } from './relay/createAddress.ts'
import { createRelay, type Relay } from './relay/createRelay.ts'
import type { Outbox } from './relay/outbox.ts'
import { readRefusal } from './relay/relayProblem.ts'
import { createSeen } from './session/createSeen.ts'
import { handleMessage } from './session/handleMessage.ts'
import { sweep } from './session/sweep.ts'
import { readTopic, type Wire } from './session/wire.ts'

/** Runs the leading tab: it connects to the relay, and processes the messages of wallets. */
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
  const processMessage = async (message: string, topic: string) => {
    if (!readTopic(wire, topic)) return
    const hash = await hashMessage(primitives, message)
    if (seen.has(topic, hash)) return
    try {
      await handleMessage(wire, { message, topic })
    } finally {
      // A message that fails once would fail again.
      seen.add(topic, hash)
    }
  }
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
      wire.emit({ kind: 'problem', problem: readRefusal(reason) })
      return false
    },
    readTopics: () => sweep(wire),
    onAlive: address.accepted,
    onSent: (id, problem) => wire.emit({ kind: 'sent', id, problem }),
    onMessage({ message, topic }) {
      // In sequence: a settlement depends on the answer before it.
      last = last
        .then(() => processMessage(message, topic))
        .catch(() => wire.log('a message failed'))
      return last
    },
    onPublish({ message, topic }) {
      // Ignore our own messages that a relay echoes.
      void hashMessage(primitives, message).then((hash) => seen.add(topic, hash))
    },
  })
}
