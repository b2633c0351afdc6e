import { type FoyerError as Failure, FoyerError } from '@foyer/protocol'
import { type RelayProblem, toRelayError, unreachable } from '../relay/relayProblem.ts'
import { answerRecord, type RequestRecord } from './records.ts'
import { toSessionError } from './toSessionError.ts'
import { type ClientEvent, readSession, type Wire } from './wire.ts'

/** An answer to a request whose page was reloaded or closed before the answer arrived. */
export type LateAnswer = {
  readonly method: string
  readonly chainId: string | undefined
  readonly topic: string
} & ({ readonly result: unknown } | { readonly error: Failure })

type Waiting = {
  topic: string
  resolve: (result: unknown) => void
  reject: (error: FoyerError) => void
  timer: ReturnType<typeof setTimeout>
  /** True if the relay has the request: the wallet may still answer it. */
  isSent: boolean
}
/** Time for another tab to fetch its answer, if it is unknown whether that tab still runs, ms. */
const claimMs = 2_000
/** The longest timeout of a timer, ms. */
const longestTimerMs = 2 ** 31 - 1

/** Unanswered requests to wallets, of this tab and of earlier ones. Each settles once. */
export function createPendingRequests({
  isAlive,
  isLeading,
  onLateAnswer,
  tab,
  wire,
}: {
  isAlive: (tab: string) => Promise<boolean | undefined>
  isLeading: () => boolean
  onLateAnswer: ((answer: LateAnswer) => void) | undefined
  tab: string
  wire: Wire
}) {
  const { browser, store } = wire
  const waiting = new Map<number, Waiting>()
  const sending = new Map<number, { settle: (problem?: RelayProblem) => void; stop: () => void }>()
  /** The relay's current problem, since it last accepted a message. */
  let problem: RelayProblem | undefined

  const end = (id: number): Waiting | undefined => {
    const request = waiting.get(id)
    if (!request) return undefined
    clearTimeout(request.timer)
    waiting.delete(id)
    return request
  }
  const fail = (id: number, error: FoyerError) => {
    const request = end(id)
    if (!request) return
    store.write(`request.${id}`, undefined)
    request.reject(error)
  }

  const claim = async (id: number) => {
    const answer = store.read(`answer.${id}`, answerRecord)
    if (!answer) return
    const request = end(id)
    if (request) {
      store.write(`answer.${id}`, undefined)
      if (!answer.error) return request.resolve(answer.result)
      const error = toSessionError(answer.error)
      request.reject(error)
      return
    }
    const { chainId, method, topic, tab: caller } = answer.request
    if (!isLeading() || caller === tab) return
    const isThere = await isAlive(caller)
    // Unknown without locks: the request may be from another tab, which fetches it at once.
    if (isThere === undefined) await new Promise((resolve) => setTimeout(resolve, claimMs))
    if (isThere === true || !store.read(`answer.${id}`, answerRecord)) return
    store.write(`answer.${id}`, undefined)
    const outcome = answer.error
      ? { error: toSessionError(answer.error) }
      : { result: answer.result }
    onLateAnswer?.({ method, chainId, topic, ...outcome })
  }
  const findAll = async () => {
    for (const key of store.list('answer.')) await claim(Number(key.slice('answer.'.length)))
  }

  return {
    /** Waits for a wallet's answer. Call it before sending: the answer may arrive before the relay's receipt. */
    wait(id: number, request: RequestRecord): Promise<unknown> {
      store.write(`request.${id}`, request)
      return new Promise((resolve, reject) => {
        const left = Math.min(request.deadline - browser.now(), longestTimerMs)
        const timer = setTimeout(() => {
          const details = `The wallet did not answer ${request.method} in time; it may still do what it was asked.`
          fail(id, new FoyerError('request-timed-out', { details }))
        }, left)
        waiting.set(id, { topic: request.topic, resolve, reject, timer, isSent: false })
      })
    },
    sent(id: number, refusal: RelayProblem | undefined) {
      sending.get(id)?.settle(refusal)
      if (refusal) return fail(id, toRelayError(refusal))
      problem = undefined
      const request = waiting.get(id)
      if (request) request.isSent = true
    },
    whenSent(id: number, limitMs: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const settle = (failure?: RelayProblem) => {
          clearTimeout(timer)
          sending.delete(id)
          if (failure) reject(toRelayError(failure))
          else resolve()
        }
        const timer = setTimeout(() => settle(problem ?? unreachable), limitMs)
        sending.set(id, { settle, stop: () => clearTimeout(timer) })
      })
    },
    handleEvent(event: ClientEvent) {
      if (event.kind === 'answer') void claim(event.id)
      else if (event.kind === 'woke') void findAll()
      else if (event.kind === 'problem') {
        problem = event.problem
        for (const { settle } of [...sending.values()]) settle(problem)
        for (const [id, { isSent }] of waiting) if (!isSent) fail(id, toRelayError(problem))
      } else if (event.kind === 'session' && !readSession(wire, event.topic)) {
        const details = 'The session ended before the wallet answered.'
        for (const [id, { topic }] of waiting)
          if (topic === event.topic) fail(id, new FoyerError('not-connected', { details }))
      }
    },
    /** Returns answers to requests of closed pages. */
    findLate: findAll,
    stop() {
      for (const id of [...waiting.keys()]) end(id)
      for (const { stop } of sending.values()) stop()
      sending.clear()
    },
  }
}
