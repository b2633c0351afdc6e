import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
// Tests fake the global ones.
import { clearTimeout, setTimeout } from 'node:timers'

type Calls = readonly (readonly [method: string, ...params: unknown[]])[]

/**
 * Mines a transaction that a node which mines by itself leaves in its pool: anvil seldom does, until another one comes.
 *
 * @param everyMs - Pause between two looks at the pool. A transaction that is still there at the second look gets one block.
 * @returns A function that stops it.
 */
export function keepMining(url: string, everyMs = 2_000): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let timer: NodeJS.Timeout
  let isStopped = false
  /** The block at which transactions were waiting. */
  let waitedAt: unknown
  /** A transaction that no block takes, because of its fee, must not get one block after the other. */
  let isTried = false

  async function look(): Promise<void> {
    const [pool, block, isAutomatic] = await ask(url, agent, [
      ['txpool_status'],
      ['eth_blockNumber'],
      ['anvil_getAutomine'],
    ])
    const isWaiting = isAutomatic === true && Object(pool).pending !== '0x0'
    if (!isWaiting) isTried = false
    else if (waitedAt === block && !isTried) {
      isTried = true
      await ask(url, agent, [['evm_mine']])
    }
    waitedAt = isWaiting ? block : undefined
  }

  async function lookAgain(): Promise<void> {
    // A node that does not answer has other watchers; this one asks again.
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

/** Makes several calls at once. @returns their results, in order */
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
  const answers = (await json(response)) as { id: number; result?: unknown }[]
  return calls.map((_, id) => answers.find((answer) => answer.id === id)?.result)
}
