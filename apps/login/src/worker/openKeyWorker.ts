import { FoyerError } from '@foyer/protocol'
import type { DeviceV1 } from '@foyer/protocol/custody'
import { decisionMs } from '@foyer/protocol/frame'
import type { KeyAnswers, KeyWorkerOptions } from './keyWorker.ts'
import type { FromWorker, ToWorker } from './keyWorkerMessage.ts'
import type { KeyMessage, KeyParams } from './messages.ts'

/** The page's side of the key worker. */
export type KeyThread = {
  /** @throws {@link FoyerError} what the worker answers; `request-aborted` after `close`; `request-timed-out` */
  ask<name extends KeyMessage>(name: name, params: KeyParams<name>): Promise<KeyAnswers[name]>
  /** Returns the device record in a browser that denies storage; undefined where IndexedDB stores it. */
  device(): DeviceV1 | undefined
  /** Replaces that record; the next thread starts with it. Used by a sign-out after `close`. */
  setDevice(device: DeviceV1 | undefined): void
  /** Ends the thread at once, as a sign-out does; rejects pending calls with `request-aborted`. */
  close(): void
}

/** Time after which an idle thread without pending decisions is terminated, in ms. @source security 2.6 */
const idleMs = 60_000
/** Time limit of one operation, in ms: at most ten calls of at most 15 s each. */
const askLimitMs = 150_000

type Waiting = { settle: (message: FromWorker) => void; fail: (error: FoyerError) => void }

/**
 * Runs the key worker in a thread that starts on demand and is terminated when idle, so that memory which might contain
 * remains of a key is freed.
 */
export function openKeyWorker({
  createThread,
  authUrl,
  vaultUrl,
  smartAccounts = {},
  surface,
}: Pick<KeyWorkerOptions, 'authUrl' | 'vaultUrl' | 'surface' | 'smartAccounts'> & {
  /** Starts a thread of the worker's bundle, whose hash the page has verified. */
  createThread: () => Worker
}): KeyThread {
  let thread: Worker | undefined
  let device: DeviceV1 | undefined
  let nextId = 0
  let idle: ReturnType<typeof setTimeout> | undefined
  const open = new Map<number, Waiting>()

  const end = (error: FoyerError) => {
    clearTimeout(idle)
    thread?.terminate()
    thread = undefined
    for (const { fail } of open.values()) fail(error)
    open.clear()
  }

  const onMessage = (message: FromWorker) => {
    if (message.type === 'device') {
      device = message.device
      return
    }
    open.get(message.id)?.settle(message)
    open.delete(message.id)
    clearTimeout(idle)
    if (open.size > 0) return
    const keepMs = message.waiting > 0 ? decisionMs + idleMs : idleMs
    idle = setTimeout(() => end(new FoyerError('request-aborted')), keepMs)
  }

  const start = (): Worker => {
    const worker = createThread()
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data)
    worker.onerror = ({ message }) => end(new FoyerError('internal', { details: message }))
    const first: ToWorker = {
      type: 'start',
      ...{ authUrl, vaultUrl, smartAccounts, surface },
      ...(device && { device }),
    }
    worker.postMessage(first)
    return worker
  }

  return {
    ask: (name, params) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        thread ??= start()
        const id = nextId++
        const timer = setTimeout(() => end(new FoyerError('request-timed-out')), askLimitMs)
        open.set(id, {
          settle(message) {
            clearTimeout(timer)
            if (message.type === 'answer') resolve(message.value as never)
            else if (message.type === 'failure')
              reject(new FoyerError(message.code, { details: message.details }))
          },
          fail(error) {
            clearTimeout(timer)
            reject(error)
          },
        })
        const message: ToWorker = { type: 'ask', id, name, params }
        thread.postMessage(message)
      }),
    device: () => device,
    setDevice(next) {
      device = next
    },
    close: () => end(new FoyerError('request-aborted')),
  }
}
