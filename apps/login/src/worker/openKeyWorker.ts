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
  /** The record of a browser that keeps nothing; undefined where IndexedDB has it. */
  device(): DeviceV1 | undefined
  /** Replaces that record, as a sign-out does after `close`: the next thread begins with it. */
  setDevice(device: DeviceV1 | undefined): void
  /** Ends the thread at once, as a sign-out does; rejects pending calls with `request-aborted`. */
  close(): void
}

/** Without work and without a request that waits for a decision, the thread ends after so long. @source security 2.6 */
const idleMs = 60_000
/** No operation may take longer: ten calls of at most 15 s each. */
const askLimitMs = 150_000

type Waiting = { settle: (message: FromWorker) => void; fail: (error: FoyerError) => void }

/**
 * Runs the key worker in a thread that is made when it is needed and ended when it is idle: memory that might hold a
 * residue of a key does not stay.
 */
export function openKeyWorker({
  createThread,
  authUrl,
  vaultUrl,
  surface,
}: Pick<KeyWorkerOptions, 'authUrl' | 'vaultUrl' | 'surface'> & {
  /** A thread of the worker's bundle, its bytes checked (integrity, Trusted Types) by the page. */
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

  const hear = (message: FromWorker) => {
    if (message.type === 'device') {
      device = message.device
      return
    }
    open.get(message.id)?.settle(message)
    open.delete(message.id)
    clearTimeout(idle)
    if (open.size > 0) return
    const restMs = message.waiting > 0 ? decisionMs + idleMs : idleMs
    idle = setTimeout(() => end(new FoyerError('request-aborted')), restMs)
  }

  const start = (): Worker => {
    const made = createThread()
    made.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data)
    made.onerror = ({ message }) => end(new FoyerError('internal', { details: message }))
    const first: ToWorker = { type: 'start', authUrl, vaultUrl, surface, ...(device && { device }) }
    made.postMessage(first)
    return made
  }

  return {
    ask: (name, params) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        thread ??= start()
        const id = nextId++
        const late = setTimeout(() => end(new FoyerError('request-timed-out')), askLimitMs)
        open.set(id, {
          settle(message) {
            clearTimeout(late)
            if (message.type === 'answer') resolve(message.value as never)
            else if (message.type === 'failure')
              reject(new FoyerError(message.code, { details: message.details }))
          },
          fail(error) {
            clearTimeout(late)
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
