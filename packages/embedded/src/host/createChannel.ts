import { classifyMethod, FoyerError } from '@foyer/protocol'
import {
  type FrameMessageTable,
  type FrameMessageType,
  type FramePush,
  type FramePushType,
  type FrameReply,
  type FrameRequest,
  frameError,
  frameLimits,
  framePushes,
  frameReplyEnvelope,
  fromFrameError,
} from '@foyer/protocol/frame'
import * as v from 'valibot'

/**
 * Sends a request to the frame.
 *
 * @throws FoyerError `params-invalid`, `limit-exceeded`, `request-timed-out`, `request-aborted`,
 *   `something-went-wrong`, `provider-disconnected` …
 */
export type AskFrame = <type extends FrameMessageType>(
  type: type,
  payload: FrameRequest<type>,
  options?: AskOptions,
) => Promise<FrameReply<type>>

export type AskOptions = {
  signal?: AbortSignal | undefined
  /** Id of the request, which `POPUP_NEEDED` names. @default a new one */
  id?: string | undefined
}

export type Channel = {
  ask: AskFrame
  /** True if a pending request with this id may ask the user. */
  isWaiting(id?: string): boolean
  /** Rejects all pending requests. */
  close(error: FoyerError): void
}

/** Messages for which the frame may show itself, besides requests that sign. */
const asking = /^(CONNECT_(PASSKEY|CHALLENGE)|GET_USER)$/

type Pending = {
  readonly type: FrameMessageType
  /** Requests that may ask the user: to sign, send or grant, or to open the wallet of a new login. */
  readonly asks: boolean
  readonly reply: v.GenericSchema
  resolve(value: unknown): void
  reject(error: FoyerError): void
}

/** Creates the page's end of a port to a ready frame. */
export function createChannel(
  port: MessagePort,
  {
    messages,
    onBroken,
    onPush,
  }: {
    /** Known messages; grows as more are loaded. */
    messages: FrameMessageTable
    onPush: <type extends FramePushType>(type: type, payload: FramePush<type>) => void
    /** The frame reloaded or broke the protocol: everything has ended. */
    onBroken: () => void
  },
): Channel {
  const pending = new Map<string, Pending>()
  let sent = 0
  let lastNumber = 0
  let isOpen = true

  const close = (error: FoyerError) => {
    isOpen = false
    port.onmessage = null
    port.close()
    for (const { reject } of [...pending.values()]) reject(error)
  }
  const breakUp = () => {
    if (!isOpen) return
    close(new FoyerError('provider-disconnected'))
    onBroken()
  }
  const post = (id: string, t: FrameMessageType, p: unknown) => {
    sent += 1
    port.postMessage({ id, n: sent, t, p })
  }
  const abort = (id: string) => isOpen && post(crypto.randomUUID(), 'RPC_ABORT', { id })

  const ask = (
    type: FrameMessageType,
    payload: unknown,
    { id = crypto.randomUUID(), signal }: AskOptions = {},
  ): Promise<never> =>
    new Promise((resolve, reject) => {
      if (!isOpen) throw new FoyerError('provider-disconnected')
      if (signal?.aborted) throw abortedError(type, signal.reason)
      if (pending.size >= frameLimits.open) throw new FoyerError('limit-exceeded')
      const message = messages[type]
      if (!message) throw new FoyerError('method-not-found', { details: type })
      const p = toPayload(message.request, payload)
      const asks = asking.test(type) || isUnsafeRequest(type, p)
      const end = () => {
        pending.delete(id)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      /** Cancel in the frame when the caller gave up. */
      const giveUp = (error: FoyerError) => {
        end()
        if (asks) abort(id)
        reject(error)
      }
      const onAbort = () => giveUp(abortedError(type, signal?.reason))
      const { timeoutMs } = message
      const timer = setTimeout(() => {
        giveUp(new FoyerError('request-timed-out', { details: type }))
      }, timeoutMs)
      signal?.addEventListener('abort', onAbort)
      pending.set(id, {
        type,
        asks,
        reply: message.reply,
        resolve(value) {
          end()
          resolve(value as never)
        },
        reject(error) {
          end()
          reject(error)
        },
      })
      post(id, type, p)
    })

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    // The frame sends READY once: a second one comes from another document or is forged.
    if ((data as { t?: unknown } | null)?.t === 'READY') return breakUp()
    const { output, success } = v.safeParse(frameReplyEnvelope, toPlain(data))
    if (!success) return
    const { id, n, p = {}, t } = output
    if (n <= lastNumber) return breakUp()
    lastNumber = n
    if (id === undefined) {
      const push = Object.hasOwn(framePushes, t) ? (t as FramePushType) : undefined
      const said = push && v.safeParse(framePushes[push], p)
      if (push && said?.success) onPush(push, said.output as FramePush<typeof push>)
      return
    }
    // A late answer to a request that was given up.
    const request = pending.get(id)
    if (request) settle(request, t, p)
  }
  port.addEventListener('close', breakUp)
  return {
    ask: ask as AskFrame,
    isWaiting: (id) =>
      [...pending].some(([one, { asks }]) => asks && (id === undefined || id === one)),
    close,
  }
}

/** An aborted wallet call has an error of its own; sites do not expect it of other messages. @source spec 8.4, 8.5 */
function abortedError(type: FrameMessageType, cause: unknown): FoyerError {
  return new FoyerError(type === 'RPC_REQUEST' ? 'request-aborted' : 'something-went-wrong', {
    cause,
  })
}

/** True if a message asks the wallet to sign, send or grant. */
export function isUnsafeRequest(type: FrameMessageType, payload: unknown): boolean {
  return (
    type === 'RPC_REQUEST' &&
    classifyMethod((payload as FrameRequest<'RPC_REQUEST'>).method) === 'unsafe'
  )
}

function settle({ reject, reply, resolve, type }: Pending, t: string, p: unknown): void {
  if (t === `${type}_SUCCESS`) {
    const { issues, output, success } = v.safeParse(reply, p)
    if (success) resolve(output)
    else reject(new FoyerError('unknown', { details: `${t}: ${issues[0].message}` }))
    return
  }
  const error = t === `${type}_ERROR` ? v.safeParse(frameError, p) : undefined
  reject(error?.success ? fromFrameError(error.output) : new FoyerError('unknown', { details: t }))
}

/** @throws FoyerError `params-invalid` */
function toPayload(request: v.GenericSchema, payload: unknown): unknown {
  const { issues, output, success } = v.safeParse(request, payload)
  if (!success)
    throw new FoyerError('params-invalid', {
      details: `${[v.getDotPath(issues[0])].join('')} ${issues[0].message}`.trim(),
    })
  // Values without a JSON form are dropped, as on other transports.
  const plain = toPlain(output)
  if (plain === undefined)
    throw new FoyerError('params-invalid', { details: 'Too large, or not plain JSON.' })
  return plain
}

/** Converts a value to JSON data. @returns undefined if it is too large or has no JSON form. */
function toPlain(value: unknown): unknown {
  try {
    const text = JSON.stringify(value)
    return text.length > frameLimits.bytes ? undefined : JSON.parse(text)
  } catch {
    // A cycle, a bigint.
    return undefined
  }
}
