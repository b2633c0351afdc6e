import { type SessionMethod, sessionMethods } from '@foyer/protocol/session'
import { createIds } from './createIds.ts'
import { randomBytes, toHex } from './crypto/bytes.ts'
import { open, parseEnvelope, seal } from './crypto/envelope.ts'
import { agreeOnKey, makeKeyPair, topicOf } from './crypto/keys.ts'
import { noblePrimitives as primitives } from './crypto/noblePrimitives.ts'
import { signRelayToken } from './crypto/relayToken.ts'
import { formatMessage } from './messageText.ts'
import { parsePairingUri } from './pairingUri.ts'
import { formatAck, parseFrame } from './relay/frames.ts'

type Message = { id: number; method?: string; params?: unknown; result?: unknown; error?: unknown }

/** The wallet's side of the protocol, built from our parts; it can also misbehave. */
export async function startWallet({ relayUrl }: { relayUrl: string }) {
  const seed = toHex(randomBytes(32))
  const auth = await signRelayToken(primitives, {
    seed,
    subject: toHex(randomBytes(32)),
    audience: relayUrl,
    issuedAtS: Math.floor(Date.now() / 1000),
  })
  const socket = new WebSocket(`${relayUrl}/?auth=${auth}&projectId=wallet`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const nextId = createIds({ now: Date.now, random: Math.random })
  const keys = new Map<string, string>()
  const calls = new Map<string, (outcome: unknown) => void>()
  const answers = new Map<number, (answer: Message) => void>()
  const received: { topic: string; message: Message }[] = []
  const listeners = new Set<() => void>()
  let onRequest: (topic: string, message: Message) => void = () => {}

  socket.onmessage = ({ data }) => {
    const frame = parseFrame(String(data))
    if (!frame) return
    if (!('method' in frame)) {
      calls.get(frame.id)?.('error' in frame ? frame.error : frame.result)
      return
    }
    socket.send(formatAck(frame.id))
    const { message: sealed, topic } = (
      frame.params as { data: { topic: string; message: string } }
    ).data
    const envelope = parseEnvelope(sealed)
    const symKey = keys.get(topic)
    if (!symKey || envelope.type === 2) return
    const message = JSON.parse(open(envelope, symKey)) as Message
    received.push({ topic, message })
    for (const listener of [...listeners]) listener()
    if (message.method === undefined) answers.get(message.id)?.(message)
    else onRequest(topic, message)
  }
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      const id = nextId()
      calls.set(String(id), resolve)
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  const subscribe = (topic: string, symKey: string) => {
    keys.set(topic, symKey)
    return ask('irn_subscribe', { topic })
  }
  /** @returns The message as sent. */
  const publish = async (
    topic: string,
    message: Message,
    { tag, ttlS }: { tag: number; ttlS: number },
  ) => {
    const text = formatMessage({ jsonrpc: '2.0', ...message })
    const sealed = seal({ symKey: keys.get(topic) ?? '', text })
    await ask('irn_publish', { topic, message: sealed, tag, ttl: ttlS })
    return sealed
  }
  /** Waits for the next matching message. */
  const until = async (fits: (message: Message, topic: string) => boolean): Promise<Message> => {
    for (;;) {
      const found = received.find(({ message, topic }) => fits(message, topic))
      if (found) return found.message
      await new Promise<void>((resolve) => {
        const once = () => {
          listeners.delete(once)
          resolve()
        }
        listeners.add(once)
      })
    }
  }

  /** Sends a request on a session and returns its answer. */
  const request = async (topic: string, method: SessionMethod, params: object, id = nextId()) => {
    const answer = new Promise<Message>((resolve) => answers.set(id, resolve))
    await publish(topic, { id, method, params }, sessionMethods[method].request)
    return answer
  }

  return {
    ask,
    nextId,
    publish,
    received,
    request,
    until,
    respond: (topic: string, message: Message, method: SessionMethod) =>
      publish(topic, message, sessionMethods[method].response),
    onRequest(listener: typeof onRequest) {
      onRequest = listener
    },
    /** Scans a URI and answers its proposal. */
    async takeProposal(uri: string) {
      const parsed = parsePairingUri(uri)
      if (!parsed) throw new Error('no pairing URI')
      await subscribe(parsed.topic, parsed.symKey)
      const proposal = await until(
        ({ method }, topic) => method === 'wc_sessionPropose' && topic === parsed.topic,
      )
      const { proposer } = proposal.params as { proposer: { publicKey: string } }
      const { privateKey, publicKey } = await makeKeyPair(primitives)
      const symKey = await agreeOnKey(primitives, { privateKey, publicKey: proposer.publicKey })
      const topic = await topicOf(primitives, symKey)
      await subscribe(topic, symKey)
      const result = { relay: { protocol: 'irn' }, responderPublicKey: publicKey }
      const answer = { id: proposal.id, result }
      await publish(parsed.topic, answer, sessionMethods.wc_sessionPropose.response)
      const settlement = (namespaces: object) => ({
        relay: { protocol: 'irn' },
        namespaces,
        controller: {
          publicKey,
          metadata: {
            name: 'Our wallet',
            description: '',
            url: 'https://wallet.example',
            icons: [],
          },
        },
        expiry: Math.floor(Date.now() / 1000) + 604_800,
      })
      return { pairing: parsed, proposal, settlement, topic }
    },
    /** Scans a URI and settles with `namespaces`. */
    async approve(uri: string, namespaces: object) {
      const taken = await this.takeProposal(uri)
      const answer = await request(taken.topic, 'wc_sessionSettle', taken.settlement(namespaces))
      if (answer.result !== true) throw new Error('the site refused the settlement')
      return taken.topic
    },
    stop: () => socket.close(),
  }
}
