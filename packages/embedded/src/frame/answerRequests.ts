import { classifyMethod, FoyerError } from '@foyer/protocol'
import {
  budgetOf,
  type FrameMessageType,
  type FrameMethodBudget,
  type FramePushType,
  frameLimits,
  frameMessages,
  framePushes,
  frameRequestEnvelope,
  isFrameMessage,
  isPlainJson,
  pickTheme,
  rpcParams,
  toFrameError,
} from '@foyer/protocol/frame'
import * as v from 'valibot'
import { createBudgets } from './createBudgets.ts'
import type { FrameContext, FrameHandlers, PushFrame } from './frameHandlers.ts'

/** Number of ids remembered; older ones have a smaller `n`, which is refused as well. */
const rememberedIds = 10_000

type Open = {
  readonly type: FrameMessageType
  /** Signs, sends or grants. */
  readonly isUnsafe: boolean
  readonly controller: AbortController
  readonly timer: ReturnType<typeof setTimeout>
  /** Releases its slot in the budget. */
  readonly release: () => void
}

/**
 * Answers the messages on the port: validates each against the message table, and answers every request exactly once. A
 * repeated or reordered message closes the port. Never throws.
 *
 * @source security 3.3, 3.4
 */
export function answerRequests({
  handlers,
  log,
  now,
  origin,
  port,
}: {
  port: MessagePort
  handlers: FrameHandlers
  /** Origin of the page, verified by the handshake. */
  origin: string
  /** Receives errors with their cause; the page only gets a code and a message. */
  log: (message: string, cause?: unknown) => void
  /** ms, monotonic. */
  now: () => number
}): { push: PushFrame; stop: () => void } {
  const open = new Map<string, Open>()
  const seen = new Set<string>()
  const budgets = createBudgets(now)
  let lastNumber = 0
  let sent = 0
  let isOpen = true

  const post = (message: { id?: string; t: string; p?: unknown }) => {
    if (!isOpen) return
    sent += 1
    port.postMessage({ ...message, n: sent })
  }

  /** Ends a request, once. @returns True if it was still open. */
  const settle = (id: string): boolean => {
    const request = open.get(id)
    if (!request) return false
    open.delete(id)
    clearTimeout(request.timer)
    request.release()
    request.controller.abort()
    return true
  }
  const refuse = (id: string, t: string, error: unknown) =>
    post({ id, t: `${t}_ERROR`, p: toFrameError(error) })
  const fail = (id: string, error: FoyerError) => {
    const t = open.get(id)?.type
    if (t && settle(id)) refuse(id, t, error)
  }
  const abort = (isMeant: (id: string, request: Open) => boolean) => {
    for (const [id, request] of [...open])
      if (isMeant(id, request)) fail(id, new FoyerError('request-aborted'))
  }
  const stop = () => {
    isOpen = false
    port.onmessage = null
    port.close()
    for (const id of [...open.keys()]) settle(id)
  }

  const push: PushFrame = (type: FramePushType, payload) => {
    const { output, success } = v.safeParse(framePushes[type], payload)
    if (success) post({ t: type, p: output })
    else log(`${type} was not sent: it is not valid`)
  }

  const answer = (id: string, type: FrameMessageType, reply: unknown) => {
    const { issues, output, success } = v.safeParse(frameMessages[type].reply, reply)
    const message = { id, t: `${type}_SUCCESS`, p: output }
    if (success && isPlainJson(message, frameLimits.bytes)) return post(message)
    log(`the answer to ${type} is not valid`, issues)
    const code = success ? 'limit-exceeded' : 'internal'
    refuse(id, type, new FoyerError(code, success ? { details: 'The answer is too large.' } : {}))
  }

  const run = (id: string, { budget, payload, type }: Checked) => {
    const release = budgets.take(budget.budget)
    if (type === 'RPC_ABORT') {
      release()
      const { id: meant } = payload as { id?: string }
      abort((one, { isUnsafe, type }) =>
        meant === undefined ? isUnsafe : meant === one && (isUnsafe || type === 'GET_USER'),
      )
      return answer(id, type, {})
    }
    if (type === 'SIGN_OUT' || type === 'RELOAD') abort(() => true)
    const controller = new AbortController()
    const timer = setTimeout(() => fail(id, new FoyerError('request-timed-out')), budget.timeMs)
    open.set(id, { type, isUnsafe: budget.budget === 'ask', controller, release, timer })
    // The table pairs each type with its payload, which the compiler cannot infer from a union.
    const handle = handlers[type] as (payload: unknown, context: FrameContext) => unknown
    const { signal } = controller
    const expiresAt = Date.now() + budget.timeMs
    const handled = async () => handle(payload, { id, origin, expiresAt, push, signal })
    handled().then(
      (reply) => {
        if (settle(id)) answer(id, type, reply)
      },
      (error: unknown) => {
        if (!settle(id)) return
        log(`${type} failed`, error)
        refuse(id, type, error)
      },
    )
  }

  const processMessage = (data: unknown) => {
    const envelope = v.safeParse(frameRequestEnvelope, data)
    if (!envelope.success) return
    const { id, n, t } = envelope.output
    if (n <= lastNumber || seen.has(id)) {
      log('a message came twice or out of order')
      return stop()
    }
    lastNumber = n
    seen.add(id)
    const [oldest = id] = seen
    if (seen.size > rememberedIds) seen.delete(oldest)
    try {
      run(id, check(t, data))
    } catch (error) {
      refuse(id, t, error)
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    try {
      processMessage(data)
    } catch (error) {
      log('a message could not be answered', error)
    }
  }
  port.addEventListener('close', stop)
  return { push, stop }
}

type Checked = { type: FrameMessageType; payload: unknown; budget: FrameMethodBudget }

/** @throws FoyerError `params-invalid`, `rpc-call-not-allowed` */
function check(t: string, data: unknown): Checked {
  if (!isFrameMessage(t)) throw new FoyerError('params-invalid', { details: 'Unknown message.' })
  const { p = {} } = data as { p?: unknown }
  const budget = budgetOf(t, methodOf(p))
  if (!isPlainJson(data, budget.bytes))
    throw new FoyerError('params-invalid', {
      details: `A message of ${t} holds plain JSON of at most ${budget.bytes} bytes.`,
    })
  if (t === 'SYNC_THEME')
    return { type: t, budget, payload: pickTheme(parse(frameMessages[t].request, p)) }
  const payload = parse<unknown>(frameMessages[t].request, p)
  if (t === 'RPC_REQUEST') {
    const { method, params } = payload as { method: string; params?: unknown }
    if (classifyMethod(method) === 'disallowed') throw new FoyerError('rpc-call-not-allowed')
    if (Object.hasOwn(rpcParams, method))
      parse<unknown>(rpcParams[method as keyof typeof rpcParams], params)
  }
  return { type: t, budget, payload }
}

const methodOf = (payload: unknown): string | undefined => {
  const { method } = Object(payload) as { method?: unknown }
  return typeof method === 'string' ? method : undefined
}

function parse<value>(schema: v.GenericSchema<unknown, value>, value: unknown): value {
  const { issues, output, success } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const path = v.getDotPath(issues[0])
  throw new FoyerError('params-invalid', {
    details: `${path ? `${path} ` : ''}${issues[0].message}`,
  })
}
