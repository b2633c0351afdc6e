import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
// Tests fake the global ones.
import { clearTimeout, setTimeout } from 'node:timers'
import * as v from 'valibot'

type Calls = readonly (readonly [method: string, ...params: unknown[]])[]

const answers = v.array(v.object({ id: v.number(), result: v.unknown() }))
/** Transactions that can be mined, the newest block, and whether each transaction is mined at once. */
const seen = v.tuple([v.object({ pending: v.string() }), v.string(), v.boolean()])

/**
 * Mines transactions that anvil leaves in its pool although it should mine each at once: it seldom does, until another one comes.
 *
 * @param everyMs - Pause between two looks at the pool. Transactions that are still there at the second look get one block.
 * @returns A function that stops it.
 */
export function keepMining(url: string, everyMs = 2_000): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let timer: NodeJS.Timeout
  let isStopped = false
  /** The block at which transactions were waiting. */
  let waitedAt: string | undefined
  /** How many a block was tried for: what no block takes, because of its fee, must not get one block after the other. */
  let triedFor: string | undefined

  async function look(): Promise<void> {
    const [{ pending }, block, isAutomatic] = v.parse(
      seen,
      await ask(url, agent, [['txpool_status'], ['eth_blockNumber'], ['anvil_getAutomine']]),
    )
    const isWaiting = isAutomatic && pending !== '0x0'
    if (!isWaiting) triedFor = undefined
    else if (waitedAt === block && triedFor !== pending) {
      triedFor = pending
      await ask(url, agent, [['evm_mine']])
    }
    waitedAt = isWaiting ? block : undefined
  }

  async function lookAgain(): Promise<void> {
    // A node that does not answer, or not so, fails what uses it; this one asks again.
    await look().catch(() => {})
    if (!isStopped) wait()
  }

  function wait(): void {
    timer = setTimeout(() => void lookAgain(), everyMs).unref()
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
    agent.destroy()
  }
}

/** Makes several calls at once. @returns their results, in order; undefined for one that failed */
async function ask(url: string, agent: Agent, calls: Calls): Promise<readonly unknown[]> {
  const asked = request(url, {
    agent,
    headers: { 'content-type': 'application/json' },
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
  })
  // An error after the headers reaches the reader of the body.
  asked.on('error', () => {})
  asked.end(
    JSON.stringify(
      calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })),
    ),
  )
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const given = v.parse(answers, await json(response))
  return calls.map((_, id) => given.find((answer) => answer.id === id)?.result)
}
