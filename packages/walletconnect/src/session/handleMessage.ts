import {
  isSessionMethod,
  type SessionErrorName,
  type SessionMethod,
  sessionErrors,
  sessionMethods,
  unknownMethodResponse,
} from '@foyer/protocol/session'
import * as v from 'valibot'
import { open, parseEnvelope } from '../crypto/envelope.ts'
import { agreeOnKey } from '../crypto/keys.ts'
import { answerPeer } from './answerPeer.ts'
import { noteLife } from './checkSession.ts'
import { handleAnswer } from './handleAnswer.ts'
import { peerMessage } from './peerMessage.ts'
import { dropSession, readTopic, type Wire } from './wire.ts'

/** Wallets of 2.21.8 listen for some answers only after their relay call has returned, ms. */
const replyDelayMs = 50
const delayed: readonly SessionMethod[] = [
  'wc_sessionUpdate',
  'wc_sessionExtend',
  'wc_sessionPing',
  'wc_pairingPing',
]

/** Processes one message; drops an unreadable one. Never rejects. */
export async function handleMessage(
  wire: Wire,
  { message, topic }: { topic: string; message: string },
): Promise<void> {
  const text = await decrypt(wire, topic, message)
  const parsed = v.safeParse(peerMessage, text && parse(text))
  if (!parsed.success) return wire.log('a message of a wallet could not be read')
  const given = parsed.output
  noteLife(wire, topic)
  if (!('method' in given)) return handleAnswer(wire, topic, given)

  const reply = (outcome: SessionErrorName | true) => {
    const { method } = given
    const delivery = isSessionMethod(method)
      ? sessionMethods[method].response
      : unknownMethodResponse
    const body = outcome === true ? { result: true } : { error: toError(outcome) }
    wire.send(topic, { id: given.id, ...body }, delivery)
  }
  if (!isSessionMethod(given.method)) return reply('unsupportedSessionMethod')
  const { method } = given
  const outcome = answerPeer(wire, { topic, method, id: given.id, params: given.params })
  if (outcome === undefined) return
  if (delayed.includes(method)) setTimeout(() => reply(outcome), replyDelayMs)
  else reply(outcome)
  // Only now, since the answer needed the key.
  if (method === 'wc_sessionDelete') dropSession(wire, topic)
}

export function toError(name: SessionErrorName): { code: number; message: string } {
  const [code, message] = sessionErrors[name]
  return { code, message }
}

async function decrypt(wire: Wire, topic: string, message: string): Promise<string | undefined> {
  const record = readTopic(wire, topic)
  try {
    const envelope = parseEnvelope(message)
    if (!record || envelope.type === 2) return undefined
    if (record.kind !== 'answer') return open(envelope, record.symKey)
    if (envelope.type !== 1) return undefined
    const { privateKey } = record
    return open(
      envelope,
      await agreeOnKey(wire.primitives, { privateKey, publicKey: envelope.sender }),
    )
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
