import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'
import { createKeyWorker, type KeyWorker } from './keyWorker.ts'
import { type FromWorker, failureOf, toWorker } from './keyWorkerMessage.ts'

/** The part of the worker's global scope that is used here. */
type Thread = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: FromWorker, transfer: Transferable[]): void
}

/** Finds the buffers in an answer: they are transferred, so that no copy stays in the worker. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  )
}

/** Handles the page's messages one after the other. */
export function startKeyWorker(thread: Thread): void {
  let worker: Promise<KeyWorker> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const answer = async (id: number, name: string, params: unknown) => {
    let running: KeyWorker | undefined
    try {
      running = await worker
      if (!running)
        throw new FoyerError('request-invalid', { details: 'The worker is not started.' })
      const value = await running.handle(name, params)
      thread.postMessage(
        { type: 'answer', id, value, waiting: running.waiting() },
        buffersOf(value),
      )
    } catch (error) {
      const waiting = running?.waiting() ?? 0
      thread.postMessage({ type: 'failure', id, ...failureOf(error), waiting }, [])
    }
  }

  thread.onmessage = ({ data }) => {
    const parsed = v.safeParse(toWorker, data)
    if (!parsed.success) return
    const message = parsed.output
    if (message.type === 'ask') {
      const { id, name, params } = message
      // One operation at a time, so that the key is never in memory twice.
      last = last.then(() => answer(id, name, params))
      return
    }
    if (worker) return
    const { authUrl, vaultUrl, surface, smartAccounts, device } = message
    worker = createKeyWorker({
      ...{ authUrl, vaultUrl, surface, smartAccounts, device },
      onDevice: (next) => thread.postMessage({ type: 'device', device: next }, []),
    })
  }
}
