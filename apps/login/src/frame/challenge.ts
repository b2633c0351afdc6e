import type { FrameHandlers } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import type { FrameReplyInput } from '@foyer/protocol/frame'
import type { ShowChallenge } from '../session/withWork.ts'
import type { Queue } from './approvals/createQueue.ts'
import type { ApprovePart } from './approvals/importApprove.ts'
import { showCard } from './showCard.ts'
import type { Site } from './site.ts'

type Reply = FrameReplyInput<'CONNECT_CHALLENGE'>
/** A step of a login, which may show the operator's challenge. Its signal aborts when a later step begins. */
type Step<reply> = (tools: { showChallenge: ShowChallenge; signal: AbortSignal }) => Promise<reply>

/** Runs the steps of logins that may need the operator's challenge. */
export type Challenges = {
  /**
   * @param signal - of the message that began the step
   * @returns the step's answer, or `CHALLENGE`: then `CONNECT_CHALLENGE` shows the challenge, and gives the answer
   */
  run<reply extends Reply>(
    signal: AbortSignal,
    step: Step<reply>,
  ): Promise<reply | { action: 'CHALLENGE' }>
  readonly CONNECT_CHALLENGE: FrameHandlers['CONNECT_CHALLENGE']
}

/** The challenge that a step waits for. */
type Asked = { readonly page: string; give(token: string): void }
type Open = {
  readonly end: (error: FoyerError) => void
  /** Settles with the next challenge, or with the step's answer. */
  next(): Promise<Asked | { reply: Reply }>
}

export function createChallenges({
  load,
  queue,
  root,
  site,
}: {
  load: () => Promise<ApprovePart>
  queue: Queue
  root: HTMLElement
  site: Site
}): Challenges {
  let open: { running: Open; asked: Asked } | undefined
  let endLast = (_: FoyerError) => {}
  return {
    async run(signal, step) {
      endLast(new FoyerError('request-aborted', { details: 'Another login has begun.' }))
      open = undefined
      const running = begin(step)
      endLast = running.end
      let isHandedOver = false
      signal.addEventListener('abort', () => isHandedOver || running.end(aborted()))
      const next = await running.next()
      if ('reply' in next) return next.reply as Awaited<ReturnType<typeof step>>
      isHandedOver = true
      open = { running, asked: next }
      return { action: 'CHALLENGE' }
    },
    async CONNECT_CHALLENGE(_, { origin, push, signal }) {
      const waiting = open
      open = undefined
      if (!waiting)
        throw new FoyerError('request-invalid', { details: 'No login waits for a challenge.' })
      const { running } = waiting
      signal.addEventListener('abort', () => running.end(aborted()))
      try {
        return await queue.run(signal, async () => {
          for (let next: Asked | { reply: Reply } = waiting.asked; ; next = await running.next()) {
            if ('reply' in next) return next.reply
            next.give(await show(next.page, { origin, push, signal }))
          }
        })
      } catch (error) {
        running.end(aborted())
        throw error
      }
    },
  }

  /** Shows the operator's page. @throws FoyerError `user-rejected`, `request-aborted` */
  async function show(
    page: string,
    {
      origin,
      push,
      signal,
    }: Pick<Parameters<Challenges['CONNECT_CHALLENGE']>[1], 'origin' | 'push' | 'signal'>,
  ): Promise<string> {
    const parts = await load()
    return showCard<string>(parts, { push, root, signal, site }, (container, shown, done) =>
      parts.mountChallenge(container, { ...shown, origin, page, onToken: done }),
    )
  }
}

const aborted = () => new FoyerError('request-aborted')

/** Starts a step, which goes on between two messages of the page. */
function begin(step: Step<Reply>): Open {
  const controller = new AbortController()
  const { signal } = controller
  const waiting: Asked[] = []
  let wake = () => {}
  const showChallenge: ShowChallenge = (page) =>
    new Promise((give, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as FoyerError))
      waiting.push({ page, give })
      wake()
    })
  const done = step({ showChallenge, signal }).then((reply) => ({ reply }))
  // A step that nobody waits for any more.
  done.catch(() => {})
  return {
    end: (error) => controller.abort(error),
    next() {
      const asked = new Promise<Asked>((resolve) => {
        wake = () => {
          const first = waiting.shift()
          if (first) resolve(first)
        }
      })
      wake()
      return Promise.race([asked, done])
    },
  }
}
