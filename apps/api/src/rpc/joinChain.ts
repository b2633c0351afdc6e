import { randomUUID } from 'node:crypto'
import { rebuildJson, secretsOfUrl, sliceArray, sliceObject } from '@foyer/server'
import { type RawData, WebSocket } from 'ws'
import type { Chain } from '../chains/chainConfig.ts'
import type { Services } from '../services.ts'
import { allowedMethods, allowedSubscriptions } from './allowedMethods.ts'
import { maxAnswerBytes } from './askUpstream.ts'
import { hideSecrets } from './hideSecrets.ts'
import { parseAnswer, type RawCall, requestOf } from './rawCall.ts'
import { answerOf, errorOf, type ReadCall, readCall } from './readCall.ts'
import { createSubscriptions } from './subscriptions.ts'
import { takeRpcCalls } from './takeRpcCalls.ts'

/** A call that the chain has not answered yet. */
type Waiting = {
  /** The client's id. */
  readonly id: string
  readonly call: RawCall
  readonly askedAt: number
}

const isSubscribe = (method: string) => /(?<!un)subscribe$/i.test(method)
const isUnsubscribe = (method: string) => /unsubscribe$/i.test(method)

/**
 * Connects a client's WebSocket to one of the chain's upstreams; closing either closes the other. Messages in both
 * directions are parsed, checked and rewritten; requests to the chain get an id of this server.
 */
export function joinChain(
  down: WebSocket,
  { chain, client, projectId, services }: joinChain.Parameters,
): void {
  const { limits, log } = services
  const urls = [...chain.wsUrls!]
  const secrets = urls.flatMap(secretsOfUrl)
  const allowed = allowedOnSockets[chain.namespace]
  const waiting = new Map<number, Waiting>()
  const subscriptions = createSubscriptions(limits.socketSubscriptions)
  let up: WebSocket
  let isReached = false
  /** Messages received before the chain was connected. */
  const early: string[] = []
  let lastId = 0

  const send = (text: string) => {
    if (down.bufferedAmount > limits.socketWaitingBytes) return end(1013, 'messages were not read')
    down.send(text)
  }
  const refuse = (id: string, code: number, message: string) =>
    send(answerOf(id, { error: errorOf(code, message) }))
  /** A socket that is closing already keeps its first code. */
  const end = (code: number, reason: string) => {
    down.close(code, reason)
    up.terminate()
  }

  let isAlive = true
  let lastPing = ''
  down.on('pong', (data) => {
    // Pongs that no ping asked for say nothing about what the client reads.
    if (String(data) === lastPing) isAlive = true
  })
  const pinging = setInterval(() => {
    if (!isAlive) return down.terminate()
    isAlive = false
    lastPing = randomUUID()
    down.ping(lastPing)
    giveUpLate()
  }, limits.socketPingMs)

  /** Handles a timeout: closes the socket, since the chain may still create a subscription that nothing would track. */
  function giveUpLate(): void {
    for (const [id, asked] of waiting) {
      if (Date.now() - asked.askedAt < limits.socketAnswerMs) continue
      if (isSubscribe(asked.call.method)) end(1013, 'the chain does not answer')
      else refuse(asked.id, -32603, 'The chain did not answer in time')
      waiting.delete(id)
    }
  }

  async function receive(data: RawData, isBinary: boolean): Promise<void> {
    if (isBinary) return end(1003, 'text only')
    const read = readText(String(data), allowed)
    try {
      await takeRpcCalls(services, { client, projectId })
    } catch {
      return refuse(read.id, -32005, 'Too many requests')
    }
    if ('error' in read) return send(answerOf(read.id, read))
    if (waiting.size >= limits.socketCallsAtOnce)
      return refuse(read.id, -32005, `at most ${limits.socketCallsAtOnce} calls at a time`)
    if (isSubscribe(read.call.method) && !subscriptions.reserve())
      return refuse(read.id, -32005, `at most ${limits.socketSubscriptions} subscriptions`)
    lastId++
    waiting.set(lastId, { ...read, askedAt: Date.now() })
    const request = requestOf(read.call, lastId)
    if (isReached) up.send(request)
    else early.push(request)
  }

  /** Sequential, in order of arrival. */
  let lastHandled = Promise.resolve()
  let queued = 0
  down.on('message', (data, isBinary) => {
    if (++queued >= limits.socketMessagesAhead) down.pause()
    lastHandled = lastHandled
      .then(() => receive(data, isBinary))
      .catch((error: unknown) => {
        log.error({ error }, 'a message of a socket failed')
        end(1011, 'internal error')
      })
      .then(() => {
        if (--queued < limits.socketMessagesAhead) down.resume()
      })
  })
  down.on('close', () => {
    clearInterval(pinging)
    up.terminate()
  })
  // `ws` closes the client's socket with the code of the error.
  down.on('error', () => up.terminate())

  function onChainMessage(text: string): void {
    const members = sliceObject(parsed(text) === undefined ? '' : text)
    const id = Number(members.get('id'))
    const asked = waiting.get(id)
    if (asked === undefined) {
      forwardNotification(members)
      return
    }
    waiting.delete(id)
    const answer = hideSecrets(parseAnswer(text), secrets)
    const { method, params } = asked.call
    const result = 'result' in answer ? answer.result : undefined
    if (isSubscribe(method)) subscriptions.settle(isIdText(result) ? result : undefined)
    if (isUnsubscribe(method) && result === 'true')
      subscriptions.end(sliceArray(params ?? '')[0] ?? '')
    send(answerOf(asked.id, answer))
  }

  /** Forwards notifications of this socket's subscriptions; drops all other messages. */
  function forwardNotification(members: ReadonlyMap<string, string>): void {
    const method = parsed(members.get('method') ?? '')
    if (typeof method !== 'string' || !notifications.test(method)) return
    const params = sliceObject(members.get('params') ?? '')
    const id = rebuildJson(params.get('subscription') ?? '""') ?? ''
    const result = rebuildJson(params.get('result') ?? 'null')
    if (result === undefined || !subscriptions.has(id)) return
    const body = `{"subscription":${id},"result":${result}}`
    send(`{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${body}}`)
    // This subscription ends with its first notification. @source
    // https://solana.com/docs/rpc/websocket/signaturesubscribe
    if (method === 'signatureNotification' && !result.includes('"receivedSignature"'))
      subscriptions.end(id)
  }

  function reach(): void {
    const next = new WebSocket(urls.shift()!, {
      handshakeTimeout: limits.socketConnectMs,
      maxPayload: maxAnswerBytes,
      perMessageDeflate: false,
    })
    up = next
    next.on('open', () => {
      isReached = true
      for (const text of early.splice(0)) next.send(text)
    })
    next.on('message', (data) => onChainMessage(String(data)))
    next.on('error', (error) =>
      log.warn({ chain: chain.caipId, reason: error.name }, 'a socket to a chain failed'),
    )
    next.on('close', () => {
      // Nothing has been sent to this upstream: try another one.
      if (!isReached && urls.length > 0 && down.readyState === WebSocket.OPEN) reach()
      else end(1012, 'the chain does not answer')
    })
  }
  reach()
}

export declare namespace joinChain {
  type Parameters = {
    chain: Chain
    client: string
    projectId: string
    services: Pick<Services, 'limiter' | 'limits' | 'log'>
  }
}

const union = (namespace: Chain['namespace']): ReadonlySet<string> =>
  new Set([...allowedMethods[namespace], ...allowedSubscriptions[namespace]])
const allowedOnSockets = { eip155: union('eip155'), solana: union('solana') }

const notifications = /^(eth_subscription|(account|logs|root|signature|slot)Notification)$/
/** Schema of a subscription's id: a string or a number. */
const isIdText = (text: string | undefined) => text !== undefined && /^["\d]/.test(text)

/** Refuses batches, whose calls the limits would not count. */
function readText(text: string, allowed: ReadonlySet<string>): ReadCall {
  const content = parsed(text)
  return content === undefined
    ? { id: 'null', error: errorOf(-32700, 'The message is not valid JSON') }
    : readCall(content, text, allowed)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
